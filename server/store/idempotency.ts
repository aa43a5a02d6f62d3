import { createHmac } from 'node:crypto';
import { fieldNames } from '../../contract/contact-fields.ts';
import type { PostedRequest, SaveResult } from './request-store.ts';

/** How long equal fields without a key are taken for the same press of the button. */
export const contentKeyLife = 10 * 60_000;

/** What a store writes beside each request, and looks up before it saves another. */
export interface IdempotencyRecord {
  key: string;
  contentHash: Buffer;
}

/**
 * The record of a post. The client's own key counts; without one the content is its own key. The hash
 * is keyed, so that nobody who has the file can try out contents against it.
 */
export function idempotencyRecordOf(
  { fields, idempotencyKey }: Pick<PostedRequest, 'fields' | 'idempotencyKey'>,
  hashKey: Uint8Array,
): IdempotencyRecord {
  // An empty optional field counts as absent: a field that is added later changes no hash.
  const content = fieldNames.filter((name) => fields[name]).map((name) => [name, fields[name]]);
  const contentHash = createHmac('sha256', hashKey).update(JSON.stringify(content)).digest();
  const key =
    idempotencyKey === undefined ? `content:${contentHash.toString('hex')}` : `client:${idempotencyKey}`;
  return { key, contentHash };
}

/** The client's key holds as long as its request. */
export function hasExpired(key: string, savedAt: number, now: number): boolean {
  // Also when it was saved in a future that a corrected clock has taken back.
  return key.startsWith('content:') && Math.abs(now - savedAt) > contentKeyLife;
}

/** What a post gets whose key is known already. */
export function answerAgain(
  earlier: { contentHash: Uint8Array; reference: string },
  posted: IdempotencyRecord,
): SaveResult {
  return posted.contentHash.equals(earlier.contentHash)
    ? { outcome: 'repeated', reference: earlier.reference }
    : { outcome: 'mismatch' };
}
