import { createHash } from 'node:crypto';

/**
 * The policy of one document: nothing but our own files, and of inline scripts and styles only
 * those that stand in it, by their hashes. `'self'` stays for scripts, because the contact form is
 * loaded with `import()`. Trusted Types are required and none are made: no text becomes markup.
 * A form that posts to another origin (PUBLIC_FUNCTIONS_URL) lets the page send there, and nowhere else.
 */
export function documentPolicy(html: string): string {
  const receivers = ["'self'", ...originsOfForms(html)].join(' ');
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...hashesOf(html, inlineScript)].join(' ')}`,
    `style-src ${["'self'", ...hashesOf(html, inlineStyle)].join(' ')}`,
    "img-src 'self'",
    "font-src 'self'",
    `connect-src ${receivers}`,
    "manifest-src 'self'",
    `form-action ${receivers}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

/** Scripts without src. Data blocks (JSON) are never run, so they need no hash. */
const inlineScript = /<script(?![^>]*\ssrc[\s=>])(?![^>]*\stype="?application\/)[^>]*>(.*?)<\/script>/gis;
const inlineStyle = /<style[^>]*>(.*?)<\/style>/gis;

function hashesOf(html: string, inline: RegExp): string[] {
  const hashes = Array.from(html.matchAll(inline), ([, text = '']) => {
    return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  });
  return [...new Set(hashes)];
}

function originsOfForms(html: string): string[] {
  const actions = html.matchAll(/<form[^>]*\saction="(https?:\/\/[^"]+)"/gi);
  return [...new Set(Array.from(actions, ([, action = '']) => new URL(action).origin))];
}
