import { createHmac } from 'node:crypto';
import { fieldNames } from '../../contract/contact-fields.ts';
import type { ContactRequest } from '../../contract/contact-request.ts';

/** Tells whether two requests say the same. Keyed, so that nobody can try out contents against it. */
export function contentHash(key: Uint8Array, fields: ContactRequest): Buffer {
  const content = JSON.stringify(fieldNames.map((name) => fields[name]));
  return createHmac('sha256', key).update(content).digest();
}
