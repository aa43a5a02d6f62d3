import { createHmac } from 'node:crypto';
import type { StoredRequest } from './stored-request.ts';
import type { Transaction } from './transaction.ts';

/** Lets whoever has it take the request: the reference, and 128 bits that only this installation can derive. */
export function takeTokenOf(hashKey: string, { reference, receivedAt }: StoredRequest): string {
  const hmac = createHmac('sha256', hashKey);
  const hash = hmac.update(`take ${reference} ${receivedAt.getTime()}`).digest();
  return reference + hash.subarray(0, 16).toString('base64url');
}

/** Notes who takes a request, so that it is paged no more. Returns whether nobody had taken it before. */
export async function take({ query, wallClock }: Transaction, request: { reference: string; by: string }) {
  return (await query(markTaken, { ...request, wallClock })).length > 0;
}

const markTaken = `
  update requests set taken_at = :wallClock, taken_by = :by
  where reference = :reference and taken_at is null
  returning id`;
