import { createHmac } from 'node:crypto';

/**
 * What a link to a request lets its holder do: `take` it from an alarm, or `take_unseen` from an alarm without details,
 * `manage` it as the driver who sent it, or `look` at it as somebody with whom the driver shared it.
 */
export type TokenPurpose = 'take' | 'take_unseen' | 'manage' | 'look';

/** How long after a request the links of its alarms work, in milliseconds. */
export const takeLinkWorksFor = 24 * 60 * 60_000;

/** The two tokens of alarms. One of an alarm without details shows no more than the alarm did: see paging/page.ts. */
export interface TakeTokens {
  seen: string;
  unseen: string;
}

export function createTakeTokens(
  hashKey: string,
  request: { reference: string; receivedAt: Date },
): TakeTokens {
  return {
    seen: createRequestToken(hashKey, 'take', request),
    unseen: createRequestToken(hashKey, 'take_unseen', request),
  };
}

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
