/**
 * Whether the endpoint accepts a call from this origin. Rejects calls from pages on other sites, unless their origin is
 * in `allowed`. Programs usually send neither Origin nor Sec-Fetch-Site. Such calls are accepted, because there are no
 * cookies to abuse.
 */
export function isAllowedOrigin(headers: Headers, allowed: readonly string[]): boolean {
  const origin = headers.get('Origin');
  const site = headers.get('Sec-Fetch-Site');
  const isBrowser = origin !== null || site !== null;
  // A sandboxed page's origin is "null", which has no host and so never equals ours.
  const isOurs = site === 'same-origin' || URL.parse(origin ?? '')?.host === headers.get('Host');
  return !isBrowser || isOurs || allowed.includes(origin ?? '');
}
