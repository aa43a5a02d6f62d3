import { expect, test } from 'vitest';
import { exampleRequest } from '../../tests/support/example-request.ts';
import type { StoredRequest } from '../store/request-store.ts';
import { oneInFull, overview } from './show-requests.ts';

test('a request that one address of MAIL_TO lacks is not called unsent', () => {
  const request: StoredRequest = {
    requestId: 1,
    reference: '7KQ2MA',
    fields: { ...exampleRequest, service: 'fleet' },
    language: 'en',
    receivedAt: new Date('2026-11-30T12:00:00Z'),
    honeypotFilled: false,
    state: 'pending',
    resultCode: '250',
    deliveredAt: new Date('2026-11-30T12:00:01Z'),
  };
  for (const said of [overview([request], []), oneInFull(request)]) {
    expect(said).toContain('not yet to every address of MAIL_TO');
    expect(said).not.toContain('Not emailed yet');
  }
});
