/** Every policy header: common ones, extra ones for pages and other files, cache lifetimes, and CORS. */
import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { outcomeHeader } from '../../contract/contact-fields.ts';

const year = 365 * 24 * 60 * 60;

/** Sent with every response, whatever its status. */
export function commonHeaders(siteUrl: string | undefined): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    // Not no-referrer: it makes the Origin of a posted form "null", so the form would be rejected.
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'geolocation=(self), camera=(), microphone=(), payment=(), usb=()',
    // No Cross-Origin-Opener-Policy: browsers would change processes before the first paint, and nobody logs in here.
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(siteUrl?.startsWith('https:') ? { 'Strict-Transport-Security': `max-age=${2 * year}` } : {}),
  };
}

/** For everything but documents: a file opened directly can neither post a form nor be framed. */
export const filePolicy = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export const cacheControl = {
  /** Pages: cached, but revalidated each time; a 304 is one small round trip. */
  page: 'no-cache',
  /** Files named by content hash. */
  hashed: 'public, max-age=31536000, immutable',
  /** Icons, robots.txt and the like. */
  file: 'public, max-age=3600',
  /** Responses to a single request. */
  never: 'no-store',
};

/** Astro puts everything named by content hash into this folder. */
export const hashedFolder = '_astro/';

/** An asset's headers beyond the common ones. `text` is the source, used for documents. */
export function assetHeaders(file: string, text: string): Record<string, string> {
  if (file.endsWith('.html')) {
    return { 'Cache-Control': cacheControl.page, 'Content-Security-Policy': documentPolicy(text) };
  }
  const life = file.startsWith(hashedFolder) ? cacheControl.hashed : cacheControl.file;
  return { 'Cache-Control': life, 'Content-Security-Policy': filePolicy };
}

/**
 * The CSP of one document: only our own files, plus its own inline scripts and styles by hash. Scripts need
 * `'self'` because the contact form is loaded with `import()`. Trusted Types are required and none are
 * defined: no string becomes markup. A form that posts to another origin (PUBLIC_FUNCTIONS_URL), or a link that
 * prepares a connection to it, allows the page to connect there, and nowhere else.
 */
export function documentPolicy(html: string): string {
  const receivers = ["'self'", ...originsOfFunctions(html)].join(' ');
  return [
    ...(usesDrawings.test(html) ? filesWithDrawings : files),
    `script-src ${["'self'", ...hashesOf(html, inlineScript)].join(' ')}`,
    `style-src ${["'self'", ...hashesOf(html, inlineStyle)].join(' ')}`,
    `connect-src ${receivers}`,
    `form-action ${receivers}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

/** Which kinds of files a document may fetch, besides scripts and styles. */
const files = ["default-src 'none'", "img-src 'self'", "font-src 'self'", "manifest-src 'self'"];

/**
 * The same kinds, and the file of a `<use>` element, which is an image to newer browsers. Firefox 115 knows no kind for
 * it, so it applies default-src. The kinds that would then be allowed as well are listed.
 */
const filesWithDrawings = ["default-src 'self'", "frame-src 'none'", "media-src 'none'", "object-src 'none'"];
const usesDrawings = /<use href="\//;

/** Scripts without src. Data blocks (JSON) never execute, so they need no hash. */
const inlineScript = /<script(?![^>]*\ssrc[\s=>])(?![^>]*\stype="?application\/)[^>]*>(.*?)<\/script>/gis;
const inlineStyle = /<style[^>]*>(.*?)<\/style>/gis;

function hashesOf(html: string, inline: RegExp): string[] {
  const texts = new Set(Array.from(html.matchAll(inline), ([, text = '']) => text));
  return [...texts].map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}

function originsOfFunctions(html: string): string[] {
  const receiver =
    /<form[^>]*\saction="(https?:\/\/[^"]+)"|<link rel="(?:preconnect|dns-prefetch)" href="(https?:\/\/[^"]+)"/gi;
  const actions = Array.from(
    html.matchAll(receiver),
    ([, action, link]) => [undefined, action ?? link] as const,
  );
  return [...new Set(Array.from(actions, ([, action = '']) => new URL(action).origin))];
}

/** Adds the common headers, and the file policy, to each response that does not have its own. */
export function withHeaders(common: Record<string, string>): MiddlewareHandler {
  return async (c, next) => {
    await next();
    for (const [name, value] of Object.entries({ ...common, 'Content-Security-Policy': filePolicy })) {
      if (!c.res.headers.has(name)) {
        c.header(name, value);
      }
    }
  };
}

/** How long a browser may cache a preflight, in seconds: Chromium's maximum. */
const preflightMaxAge = 7_200;

/**
 * CORS: which pages may read the response. Exact origins only, never a wildcard. Their preflights are allowed
 * whatever headers they ask for: monitoring adds its own (traceparent, sentry-trace, baggage), and the function
 * reads none that a page could misuse.
 */
export function crossOrigin(
  allowed: readonly string[],
  { methods = ['POST'], expose = [outcomeHeader.name] }: { methods?: string[]; expose?: string[] } = {},
): MiddlewareHandler {
  return cors({
    origin: [...allowed],
    allowMethods: methods,
    exposeHeaders: ['retry-after', ...expose],
    maxAge: preflightMaxAge,
  });
}
