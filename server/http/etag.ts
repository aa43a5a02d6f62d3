import { createHash } from 'node:crypto';
import type { Context } from 'hono';

/** Returns an ETag that depends only on the content. If a change to a page is undone, its old ETag applies again. */
export function createEtag(content: Uint8Array | string): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 16)}"`;
}

/**
 * Responds with `body` as JSON, or with 304 if `state` is unchanged since the response that the client has. Compressing
 * proxies and Deno may turn the ETag into a weak ETag (RFC 9110, 8.8.1), so the comparison ignores "W/".
 */
export function respondWithEtag(c: Context, body: object, state: object): Response {
  const etag = createEtag(JSON.stringify(state));
  c.header('ETag', etag);
  const cachedEtag = c.req.header('If-None-Match')?.replace(/^W\//, '');
  return cachedEtag === etag ? c.body(null, 304) : c.json(body);
}
