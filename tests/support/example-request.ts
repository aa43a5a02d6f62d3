import { type FieldName, fieldNames } from '../../contract/contact-fields.ts';
import type { ContactRequest } from '../../contract/contact-request.ts';
import type { DeliveryWithRequest } from '../../server/requests/request-channel.ts';

/** An empty form. Fixtures have every field, so tests don't change when a field is added. */
export const emptyFields = Object.fromEntries(fieldNames.map((name) => [name, ''])) as Record<
  FieldName,
  string
>;

/** A valid request. Its words are canaries, which may appear in an email but never in a log. */
export const exampleRequest: ContactRequest = {
  ...(emptyFields as ContactRequest),
  name: 'Canary Nightingale',
  email: 'canary.bird@example.com',
  phone: '(512) 555-0199',
  service: 'fleet',
  message: 'Three trucks, one yard.\nCanary sings at <six> & "seven".',
};

/** The example request, posted like a form without JavaScript. */
export const createExampleForm = (changes: Record<string, string> = {}) =>
  new URLSearchParams({ ...exampleRequest, ...changes });

/** A claimed delivery before its first attempt. */
export const claimedDelivery = (changes: Partial<DeliveryWithRequest> = {}): DeliveryWithRequest => ({
  deliveryId: 1,
  requestId: 1,
  leaseToken: 'x',
  channel: 'email',
  recipient: 'owner@example.com',
  reference: 'AAAAAA',
  fields: exampleRequest,
  language: 'en',
  receivedAt: new Date('2026-11-30T12:00:00Z'),
  claimedAt: new Date('2026-11-30T12:00:00Z'),
  backOffCount: 0,
  step: 0,
  rank: 1,
  dueAt: Date.parse('2026-11-30T12:00:00Z'),
  position: null,
  turnCount: null,
  stepsBeganAt: Date.parse('2026-11-30T12:00:00Z'),
  possibleDuplicate: false,
  honeypotFilled: false,
  lastResult: null,
  earlierSlotUsedAt: null,
  acceptedCount: 0,
  takeTokens: { withDetails: 'AAAAAA0123456789abcdefghijkl', withoutDetails: 'AAAAAAlkjihgfedcba9876543210' },
  ...changes,
});
