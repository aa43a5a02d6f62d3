import type { Buffer } from 'node:buffer';
import { createHmac } from 'node:crypto';
import { fieldNames } from '../../contract/contact-fields.ts';
import type { PostedRequest, SaveResult } from './request-store.ts';

/** How long equal fields without a key count as the same request, in milliseconds. */
export const contentKeyTtl = 10 * 60_000;

/** Stored with each request, and looked up before saving another. */
export interface IdempotencyRecord {
  key: string;
  contentHash: Buffer;
}

/**
 * The idempotency record of a post. Uses the client's key, or derives one from the content. The hash is
 * keyed, so that someone who has the file cannot guess contents.
 */
export function idempotencyRecordOf(
  { fields, idempotencyKey }: Pick<PostedRequest, 'fields' | 'idempotencyKey'>,
  hashKey: Uint8Array,
): IdempotencyRecord {
  // An empty optional field counts as absent, so adding a field later changes no hash.
  const content = fieldNames.filter((name) => fields[name]).map((name) => [name, fields[name]]);
  const contentHash = createHmac('sha256', hashKey).update(JSON.stringify(content)).digest();
  const key =
    idempotencyKey === undefined ? `content:${contentHash.toString('hex')}` : `client:${idempotencyKey}`;
  return { key, contentHash };
}

/** A client's key lasts as long as its request. */
export function hasExpired(key: string, savedAt: number, now: number): boolean {
  // Also expires a time in the future, written before the clock was corrected.
  return key.startsWith('content:') && Math.abs(now - savedAt) > contentKeyTtl;
}

/** The result for a post whose key is already known. */
export function repeatResult(
  earlier: { contentHash: Uint8Array; reference: string },
  posted: IdempotencyRecord,
): SaveResult {
  return posted.contentHash.equals(earlier.contentHash)
    ? { outcome: 'repeated', reference: earlier.reference }
    : { outcome: 'mismatch' };
}
