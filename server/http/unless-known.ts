import { createHash } from 'node:crypto';
import type { Context } from 'hono';

/**
 * Answers `body` as JSON, or 304 if the client has it already. `state`: what of it counts as a change. A proxy that
 * compresses makes the ETag a weak one, and so does Deno (RFC 9110, section 8.8.1).
 */
export function answerUnlessKnown(c: Context, body: object, state: object): Response {
  const hash = createHash('sha256').update(JSON.stringify(state)).digest('base64url').slice(0, 16);
  const etag = `"${hash}"`;
  c.header('ETag', etag);
  const known = c.req.header('If-None-Match')?.replace(/^W\//, '');
  return known === etag ? c.body(null, 304) : c.json(body);
}
