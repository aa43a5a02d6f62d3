import { createHash } from 'node:crypto';

/**
 * The policy of one document: nothing but our own files, and of inline scripts and styles only
 * those that stand in it, by their hashes. `'self'` stays for scripts, because the contact form is
 * loaded with `import()`. Trusted Types are required and none are made: no text becomes markup.
 */
export function documentPolicy(html: string): string {
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...hashesOf(html, inlineScript)].join(' ')}`,
    `style-src ${["'self'", ...hashesOf(html, inlineStyle)].join(' ')}`,
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
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
