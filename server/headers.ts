/** The header table. Every answer carries the first part; documents and files differ in their policy. */

const year = 365 * 24 * 60 * 60;

/** On every answer, whatever its status. */
export function headersOfEveryAnswer(siteUrl: string | undefined): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    // Not no-referrer: it makes the Origin of a posted form "null", and the form is refused.
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'geolocation=(self), camera=(), microphone=(), payment=(), usb=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(siteUrl?.startsWith('https:') ? { 'Strict-Transport-Security': `max-age=${2 * year}` } : {}),
  };
}

/** For all that is no document: what is opened by itself can neither post nor be framed. */
export const filePolicy = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export const cacheControl = {
  /** Pages: kept, but asked for again each time; a 304 is one small round trip. */
  page: 'no-cache',
  /** Files named after their content. */
  hashed: 'public, max-age=31536000, immutable',
  /** Icons, robots.txt and the like. */
  file: 'public, max-age=3600',
  /** Answers about one request. */
  never: 'no-store',
};
