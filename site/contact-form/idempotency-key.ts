/** The key of the content sent last, so that sending it again cannot make a second request of it. */
let last: { content: string; key: string } | undefined;

/** The same key as before for the same content, a new one once anything was changed. */
export function idempotencyKey(fields: object): string {
  const content = JSON.stringify(fields);
  if (last?.content !== content) {
    // Not randomUUID: it exists on https and localhost only.
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    last = { content, key: Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('') };
  }
  return last.key;
}

/** After a success the same words are a new request. */
export function forgetKey() {
  last = undefined;
}
