import type { ClaimedDelivery } from '../../server/store/claim.ts';
import { exampleRequest } from './example-request.ts';

/** A delivery as the outbox claims it, at its first attempt. */
export const claimedDelivery = (changes: Partial<ClaimedDelivery> = {}): ClaimedDelivery => ({
  deliveryId: 1,
  requestId: 1,
  leaseToken: 'x',
  channel: 'email',
  recipient: 'owner@example.com',
  reference: 'AAAAAA',
  fields: exampleRequest,
  otherFields: {},
  language: 'en',
  receivedAt: new Date('2026-11-30T12:00:00Z'),
  claimedAt: new Date('2026-11-30T12:00:00Z'),
  attempts: 0,
  step: 0,
  possibleDuplicate: false,
  honeypotFilled: false,
  lastResult: null,
  takeToken: 'AAAAAA0123456789abcdefghijkl',
  ...changes,
});
