import { expect, test } from 'vitest';
import { claimedRequest } from '../../tests/support/claimed-request.ts';
import type { AttemptOutcome } from '../mail/transport.ts';
import { deliveredToAll, lostRecipients, resultOf, resultOfOverview } from './delivery-result.ts';
import { options } from './options.ts';

const to = ['owner@example.com', 'dispatch@example.com'];
const request = claimedRequest({ requestId: 7, leaseToken: 'lease' });
const { first } = options.deferral;

test.each([
  ['accepted', { state: 'sent', dueIn: 0, attempts: 0, remaining: [] }, ['accepted', true]],
  ['filed', { state: 'filed', dueIn: 0, attempts: 0 }, ['answered', false]],
  ['unreachable', { state: 'pending', dueIn: 0, attempts: 0 }, ['unreachable', false]],
  ['login refused', { state: 'pending', dueIn: 0, attempts: 0 }, ['login refused', false]],
  ['deferred', { state: 'pending', dueIn: first, attempts: 1 }, ['deferred', false]],
  [
    'refused',
    { state: 'dead_lettered', dueIn: options.deadLetterRetryInterval, attempts: 0 },
    ['answered', false],
  ],
  ['ambiguous', { state: 'pending', dueIn: first, attempts: 1, possibleDuplicate: true }, ['answered', true]],
  ['no answer', { state: 'pending', dueIn: 0, attempts: 0, possibleDuplicate: true }, ['unreachable', true]],
] as const)('after "%s" a message is as expected', (outcome, expected, [kind, isTransferred]) => {
  expect(resultOf(request, to, { outcome, resultCode: 'code' }, 0)).toEqual({
    requestId: 7,
    leaseToken: 'lease',
    possibleDuplicate: false,
    remaining: undefined,
    deliveredAt: outcome === 'accepted' ? request.asOf : undefined,
    resultCode: 'code',
    mailServer: { kind, isTransferred, chance: 0 },
    ...expected,
  });
});

test('an address that refuses for now gets the email later, one that refuses for good does not', () => {
  const refusedBy = (forGood: boolean) => ({
    outcome: 'accepted' as const,
    resultCode: '250',
    refused: [{ address: 'dispatch@example.com', resultCode: '451', forGood }],
  });
  expect(resultOf(request, to, refusedBy(false), 0)).toMatchObject({
    state: 'pending',
    remaining: ['dispatch@example.com'],
    dueIn: first,
    attempts: 1,
  });
  expect(resultOf(request, to, refusedBy(true), 0)).toMatchObject({ state: 'sent', remaining: [], dueIn: 0 });
});

const partly = claimedRequest({ remaining: ['dispatch@example.com'] });

test.each([
  ['refused', { state: 'sent', remaining: [], dueIn: 0 }],
  ['deferred', { state: 'pending', remaining: ['dispatch@example.com'], dueIn: first }],
  ['unreachable', { state: 'pending', remaining: ['dispatch@example.com'], dueIn: 0 }],
] as const)('a message that one address still lacks is never a dead letter: %s', (outcome, expected) => {
  const result = resultOf(partly, ['dispatch@example.com'], { outcome, resultCode: '' }, 0);
  expect(result).toMatchObject({ ...expected, deliveredAt: partly.asOf });
});

test.each([
  ['unreachable', 'dead_lettered', 0],
  ['deferred', 'dead_lettered', first],
  ['ambiguous', 'pending', first],
  ['accepted', 'sent', 0],
] as const)('a message that was refused before stays behind the others: %s', (outcome, state, dueIn) => {
  const refused = claimedRequest({ wasRefused: true });
  expect(resultOf(refused, to, { outcome, resultCode: '' }, 0)).toMatchObject({ state, dueIn });
});

test('once nobody lacks it, a message is sent, and says nothing about the mail server', () => {
  expect(deliveredToAll(request)).toMatchObject({
    state: 'sent',
    remaining: [],
    resultCode: '250',
    mailServer: { kind: 'unknown', isTransferred: false, chance: 0 },
  });
});

test('all addresses lose a refused email, and only some of them an accepted one', () => {
  expect(lostRecipients(to, { outcome: 'refused', resultCode: '550' })).toEqual(
    to.map((address) => ({ address, resultCode: '550', forGood: true })),
  );
  const refused = [{ address: 'dispatch@example.com', resultCode: '451', forGood: false }];
  expect(lostRecipients(to, { outcome: 'accepted', resultCode: '250', refused })).toEqual(refused);
  expect(lostRecipients(to, { outcome: 'accepted', resultCode: '250' })).toEqual([]);
});

test.each([
  ['accepted', 'accepted'],
  ['ambiguous', 'uncertain'],
  ['no answer', 'uncertain'],
  ['deferred', 'deferred'],
  ['refused', 'refused'],
  ['unreachable', 'not sent'],
] satisfies [AttemptOutcome, string][])('an overview that is %s counts as %s', (outcome, expected) => {
  const overview = { id: 'overview', requests: [request], more: 0, isPlain: false, asOf: request.asOf };
  expect(resultOfOverview(overview, { outcome, resultCode: '' }, 0.5)).toMatchObject({
    id: 'overview',
    requestIds: [7],
    outcome: expected,
    mailServer: { chance: 0.5 },
  });
});
