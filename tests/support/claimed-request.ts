import type { ClaimedRequest } from '../../server/store/request-store.ts';
import { exampleRequest } from './example-request.ts';

/** A request as the outbox claims it, at its first attempt. */
export const claimedRequest = (changes: Partial<ClaimedRequest> = {}): ClaimedRequest => ({
  requestId: 1,
  leaseToken: 'x',
  reference: 'AAAAAA',
  fields: exampleRequest,
  language: 'en',
  receivedAt: new Date('2026-11-30T12:00:00Z'),
  asOf: new Date('2026-11-30T12:00:00Z'),
  attempts: 0,
  possibleDuplicate: false,
  honeypotFilled: false,
  wasRefused: false,
  remaining: undefined,
  ...changes,
});
