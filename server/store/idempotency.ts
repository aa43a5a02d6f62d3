import { fieldNames } from '../../contract/contact-fields.ts';
import { keyedHash } from './hashes.ts';
import type { PostedRequest } from './request-store.ts';

/** How long equal fields without a key count as the same request, in milliseconds. */
const contentKeyTtl = 10 * 60_000;

/** Stored with each request, and looked up before saving another. */
export interface IdempotencyRecord {
  key: string;
  contentHash: string;
}

/** The idempotency record of a post. Uses the client's key, or derives one from the content. */
export function idempotencyRecordOf(
  { fields, idempotencyKey }: Pick<PostedRequest, 'fields' | 'idempotencyKey'>,
  hashKey: string,
): IdempotencyRecord {
  // An empty optional field counts as absent, so adding a field later changes no hash.
  const content = fieldNames.filter((name) => fields[name]).map((name) => [name, fields[name]]);
  const contentHash = keyedHash(JSON.stringify(content), hashKey);
  return {
    key: idempotencyKey === undefined ? `content:${contentHash}` : `client:${idempotencyKey}`,
    contentHash,
  };
}

/** A client's key lasts as long as its request. */
export function hasExpired(key: string, savedAt: number, now: number): boolean {
  // Also expires a time in the future, written before the clock was corrected.
  return key.startsWith('content:') && Math.abs(now - savedAt) > contentKeyTtl;
}
