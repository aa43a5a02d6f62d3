import { expect, test } from 'vitest';
import { claimedRequest } from '../../tests/support/claimed-request.ts';
import type { ClaimedRequest, Digest } from '../store/request-store.ts';
import { resultsOfDigest } from './delivery-result.ts';

const now = new Date('2026-11-30T12:00:00Z');

const digestOf = (requests: ClaimedRequest[], summaries: Digest['summaries'] = []): Digest => ({
  id: 'd1',
  isRepeat: false,
  requests,
  summaries,
  remaining: 0,
});

test('the requests of a deferred digest are all due when the last of them is, to stay one email', () => {
  const digest = digestOf([claimedRequest({ deferrals: 5 }), claimedRequest({ requestId: 2 })]);
  const results = resultsOfDigest(digest, { outcome: 'deferred', smtpCode: '451' }, now, 0);
  expect(results.map(({ dueAt }) => dueAt.getTime() - now.getTime())).toEqual([160_000, 160_000]);
});

test('a refused digest keeps its requests together while one of its summaries may be the cause', () => {
  const { reference, receivedAt, honeypotFilled, fields } = claimedRequest({ reference: 'BBBBBB' });
  const summaries = [{ reference, receivedAt, honeypotFilled, fields }];
  const digest = digestOf([claimedRequest({}), claimedRequest({ requestId: 2 })], summaries);
  const results = resultsOfDigest(digest, { outcome: 'refused', smtpCode: '550' }, now, 0);
  expect(results.map(({ state, digestId }) => [state, digestId])).toEqual([
    ['pending', undefined],
    ['pending', undefined],
  ]);
});
