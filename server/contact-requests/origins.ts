import type { MiddlewareHandler } from 'hono';
import { Refusal } from './refusal.ts';

/** What pages of other origins may send along (the headers of supabase-js, and our own). */
const acceptedHeaders = 'authorization, apikey, content-type, x-client-info, idempotency-key';

/** How long a browser may remember the answer to a preflight, in seconds: Chromium's longest. */
const preflightLife = 7_200;

/** Tells browsers which pages may read the answer. Exact origins only, never a wildcard. */
export function crossOriginHeaders(allowed: readonly string[]): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const origin = c.req.header('Origin');
    c.header('Vary', 'Origin', { append: true });
    if (origin !== undefined && allowed.includes(origin)) {
      c.header('Access-Control-Allow-Origin', origin);
      c.header('Access-Control-Expose-Headers', 'retry-after');
      if (c.req.method === 'OPTIONS') {
        c.header('Access-Control-Allow-Methods', 'POST');
        c.header('Access-Control-Allow-Headers', acceptedHeaders);
        c.header('Access-Control-Max-Age', String(preflightLife));
      }
    }
  };
}

/**
 * Refuses what a page of another origin posts, whatever its content type. Programs that are no
 * browser send neither header and are let through: there is no cookie that they could borrow.
 */
export function checkOrigin(headers: Headers, allowed: readonly string[]): void {
  const origin = headers.get('Origin');
  const site = headers.get('Sec-Fetch-Site');
  const noBrowser = origin === null && site === null;
  const sameOrigin = site === 'same-origin' || (origin !== null && hostOf(origin) === headers.get('Host'));
  const listed = origin !== null && allowed.includes(origin);
  if (!noBrowser && !sameOrigin && !listed) {
    throw new Refusal('cross_origin');
  }
}

/** "null", the origin of a sandboxed page, has no host. */
function hostOf(origin: string): string | undefined {
  return URL.parse(origin)?.host;
}
