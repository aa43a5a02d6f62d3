import type { Draft } from './draft.ts';

/**
 * The same key for the same content, so that resending it cannot create a second request; a new key after any
 * change. Stored in the draft, so that a reload while sending changes nothing.
 */
export function idempotencyKey(draft: Draft): string {
  const content = JSON.stringify(draft.fields);
  if (draft.sent?.content !== content) {
    // Not randomUUID: it only exists on https and localhost.
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    const key = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    draft.sent = { content, key };
  }
  return draft.sent.key;
}
