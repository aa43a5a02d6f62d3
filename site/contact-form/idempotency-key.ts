import type { Draft } from './draft.ts';

/**
 * The same key as before for the same content, so that sending it again cannot make a second request of
 * it; a new one once anything was changed. It lies in the draft: a reload in mid-send changes nothing.
 */
export function idempotencyKey(draft: Draft): string {
  const content = JSON.stringify(draft.fields);
  if (draft.sent?.content !== content) {
    // Not randomUUID: it exists on https and localhost only.
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    const key = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    draft.sent = { content, key };
  }
  return draft.sent.key;
}
