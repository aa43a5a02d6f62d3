import { expect, test } from 'vitest';
import { en } from '../../content/words/en.ts';
import { mailWords } from '../../content/words/mail.ts';
import { claimedDelivery, exampleRequest } from '../../tests/support/example-request.ts';
import { byMonth } from './requests.ts';

function listed(
  receivedAt: string,
  minutes: number | null,
  service: 'emergency' | 'fleet',
  honeypotFilled = false,
) {
  const received = new Date(receivedAt);
  const takenAt = minutes === null ? null : new Date(received.getTime() + minutes * 60_000);
  const fields = { ...exampleRequest, service };
  const state = { takenAt, takenBy: null, doneAt: null, deliveries: [] };
  return { ...claimedDelivery({ receivedAt: received, fields, honeypotFilled }), ...state };
}

test("counts each month's requests by service and hour of the business, and says how fast each was taken", () => {
  const requests = [
    listed('2026-12-01T09:10:00Z', 12, 'emergency'),
    listed('2026-12-01T05:59:00Z', 3, 'emergency'),
    listed('2026-11-30T20:00:00Z', null, 'fleet'),
    listed('2026-11-30T20:30:00Z', null, 'fleet', true),
  ];
  expect(byMonth(requests).split('\n')).toEqual([
    'December 2026: 1 requests',
    `  by service: ${mailWords.emergency}: 1`,
    '  by hour: 03: 1',
    '  taken after minutes: 12',
    'November 2026: 2 requests',
    `  by service: ${mailWords.emergency}: 1, ${en.form.services.fleet}: 1`,
    '  by hour: 14: 1, 23: 1',
    '  taken after minutes: 3',
  ]);
});
