import { createHash } from 'node:crypto';
import { asJson, call, type Recipient } from './call.ts';

/** https://…: JSON for whatever else, with an Idempotency-Key. Without a login, which fetch refuses in a URL. */
export function webhook({ href, host, username, password }: URL): Recipient | undefined {
  if (username || password) return undefined;
  return {
    // The path is often a secret.
    name: `${host} ${createHash('sha256').update(href).digest('hex').slice(0, 8)}`,
    send: ({ id, event, text, requests: [first, ...others], at }, signal) =>
      call(href, asJson({ event, text, ...first, at, others }, { 'Idempotency-Key': id }), signal),
  };
}
