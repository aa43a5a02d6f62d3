/** The policy headers: common headers, extra headers for pages and other files, cache lifetimes, and CORS. */
import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { outcomeHeader } from '../../contract/contact-fields.ts';

const yearSeconds = 365 * 24 * 60 * 60;

/** Returns the headers for every response, whatever its status. */
export function createCommonHeaders(siteUrl: string | undefined): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    // Don't use no-referrer: it sets a posted form's Origin to "null". This server would then reject the form from a
    // browser that doesn't send Sec-Fetch-Site.
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'geolocation=(self), camera=(), microphone=(), payment=(), usb=()',
    // Don't add Cross-Origin-Opener-Policy: it makes some browsers change processes before the first paint, and no
    // page uses cookies.
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(siteUrl?.startsWith('https:') ? { 'Strict-Transport-Security': `max-age=${2 * yearSeconds}` } : {}),
  };
}

/** The CSP of everything except documents. A file that is opened directly can't post a form or be framed. */
export const filePolicy = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export const cacheControl = {
  /** Pages are cached but revalidated each time. A 304 costs one small round trip. */
  page: 'no-cache',
  /** Files named by content hash never change. */
  hashed: 'public, max-age=31536000, immutable',
  /** Other files, such as icons and robots.txt. */
  file: 'public, max-age=3600',
  /** Responses that no cache may keep. */
  never: 'no-store',
};

/** Astro puts all files named by content hash into this folder. */
export const hashedFolder = '_astro/';

/** Returns an asset's cache lifetime and CSP, as headers. `text` is the file's content, which documents need. */
export function createAssetHeaders(file: string, text: string): Record<string, string> {
  if (file.endsWith('.html')) {
    return { 'Cache-Control': cacheControl.page, 'Content-Security-Policy': createDocumentPolicy(text) };
  }
  const life = file.startsWith(hashedFolder) ? cacheControl.hashed : cacheControl.file;
  return { 'Cache-Control': life, 'Content-Security-Policy': filePolicy };
}

/**
 * Returns a document's CSP, which allows our own files, and the document's inline scripts and styles by hash.
 */
export function createDocumentPolicy(html: string): string {
  // The page may connect to another origin only if a form posts to it (PUBLIC_FUNCTIONS_URL), or a link
  // preconnects to it or prefetches its DNS.
  const receivers = ["'self'", ...findFunctionOrigins(html)].join(' ');
  return [
    ...(drawingsReference.test(html) ? directivesWithDrawings : fileDirectives),
    // `'self'` is for script files, including those loaded with `import()`.
    `script-src ${["'self'", ...hashInlineContents(html, inlineScript)].join(' ')}`,
    `style-src ${["'self'", ...hashInlineContents(html, inlineStyle)].join(' ')}`,
    `connect-src ${receivers}`,
    `form-action ${receivers}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // Trusted Types are required but none are allowed, so in browsers that know them, no string can become markup.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

/** The types of files that a document may load, besides scripts and styles. */
const fileDirectives = ["default-src 'none'", "img-src 'self'", "font-src 'self'", "manifest-src 'self'"];

/**
 * The directives of a document that loads a drawing with a `<use>` element. Newer browsers check the drawing against
 * img-src, but Firefox 115 checks it against default-src. So default-src must be 'self'. The types that would inherit
 * 'self' but aren't needed get 'none'.
 */
const directivesWithDrawings = [
  "default-src 'self'",
  "frame-src 'none'",
  "media-src 'none'",
  "object-src 'none'",
];
const drawingsReference = /<use href="\//;

/** Matches scripts without src. Data blocks (JSON) never execute, so they don't need a hash. */
const inlineScript = /<script(?![^>]*\ssrc[\s=>])(?![^>]*\stype="?application\/)[^>]*>(.*?)<\/script>/gis;
const inlineStyle = /<style[^>]*>(.*?)<\/style>/gis;

function hashInlineContents(html: string, inline: RegExp): string[] {
  const texts = new Set(Array.from(html.matchAll(inline), ([, text = '']) => text));
  return [...texts].map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}

function findFunctionOrigins(html: string): string[] {
  const originReference =
    /<form[^>]*\saction="(https?:\/\/[^"]+)"|<link rel="(?:preconnect|dns-prefetch)" href="(https?:\/\/[^"]+)"/gi;
  const urls = Array.from(html.matchAll(originReference), ([, action, link = '']) => action ?? link);
  return [...new Set(urls.map((url) => new URL(url).origin))];
}

/** Adds the common headers and the file policy to each response, unless the response already sets them. */
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

/** How long a browser may cache a preflight. This is Chromium's maximum. */
const preflightMaxAgeSeconds = 7_200;

/** Lets pages from the allowed origins read the response (CORS). Origins are exact, never a wildcard. */
export function allowCrossOrigin(
  allowed: readonly string[],
  { methods = ['POST'], expose = [outcomeHeader.name] }: { methods?: string[]; expose?: string[] } = {},
): MiddlewareHandler {
  return cors({
    origin: [...allowed],
    // Without `allowHeaders`, preflights may ask for any headers, because monitoring adds its own
    // (traceparent, sentry-trace, baggage). The endpoints read no header that a page could misuse.
    allowMethods: methods,
    exposeHeaders: ['retry-after', ...expose],
    maxAge: preflightMaxAgeSeconds,
  });
}
