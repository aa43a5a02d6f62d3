import { STATUS_CODES } from 'node:http';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** Responds with a problem document (RFC 9457). `details` are its other members. */
export function createProblemDocument(
  c: Context,
  status: ContentfulStatusCode,
  details: { code: string } & Record<string, unknown>,
): Response {
  const problem = { type: 'about:blank', title: STATUS_CODES[status], status, ...details };
  return c.body(JSON.stringify(problem), status, { 'Content-Type': 'application/problem+json' });
}
