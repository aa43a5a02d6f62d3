import { createHash } from 'node:crypto';
import type { Context } from 'hono';

/**
 * Responds with `body` as JSON, or with 304 if `state` is unchanged since the response that the client has. Compressing
 * proxies and Deno may turn the ETag into a weak ETag (RFC 9110, 8.8.1), so the comparison ignores "W/".
 */
export function respondWithEtag(c: Context, body: object, state: object): Response {
  const hash = createHash('sha256').update(JSON.stringify(state)).digest('base64url').slice(0, 16);
  const etag = `"${hash}"`;
  c.header('ETag', etag);
  const cachedEtag = c.req.header('If-None-Match')?.replace(/^W\//, '');
  return cachedEtag === etag ? c.body(null, 304) : c.json(body);
}
