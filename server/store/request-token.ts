import { createHmac } from 'node:crypto';

/**
 * What a link to a request lets its holder do: `take` it from an alarm, `manage` it as the driver who sent it, or
 * `look` at it as somebody with whom the driver shared it.
 */
export type TokenPurpose = 'take' | 'manage' | 'look';

/** The reference, and 128 bits that only this installation can derive. */
export function createRequestToken(
  hashKey: string,
  purpose: TokenPurpose,
  { reference, receivedAt }: { reference: string; receivedAt: Date | number },
): string {
  const hash = createHmac('sha256', hashKey)
    .update(`${purpose} ${reference} ${Number(receivedAt)}`)
    .digest();
  return reference + hash.subarray(0, 16).toString('base64url');
}
