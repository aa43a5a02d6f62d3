import { expect, test } from 'vitest';
import { serviceAreas } from '../../content/service-areas.ts';
import { hour } from '../clock.ts';
import type { OwnerChange } from '../requests/owner-changes.ts';
import { createStoredOrder, getOnCall, getSiteState } from './site-state.ts';

const [{ city } = { city: '' }] = serviceAreas;
const recipients = ['ntfy.sh/alex', 'ntfy.sh/night'];

/** Two changes for eight hours: one phone rings first, and one area has an extra hour. */
function createChanges(beginsAt: number): OwnerChange[] {
  const times = { beginsAt, endsAt: beginsAt + 8 * hour };
  return [
    { id: 1, kind: 'on_until', value: { recipient: 'ntfy.sh/night' }, ...times },
    { id: 2, kind: 'extra_minutes', value: { city, minutes: 60 }, ...times },
  ];
}

const readFirst = (changes: OwnerChange[]) =>
  getOnCall({ changes, devices: [] }, recipients, 0).firstUntil?.recipient;
const readExtra = (changes: OwnerChange[]) => getSiteState(changes, 0).extraMinutes[city]?.minutes;

test('a change for eight hours applies from its beginning', () => {
  const changes = createChanges(0);
  expect(readFirst(changes)).toBe('ntfy.sh/night');
  expect(readExtra(changes)).toBe(60);
});

test('changes that were made while the clock was ahead do not apply', () => {
  const changes = createChanges(30 * 24 * hour);
  expect(readFirst(changes)).toBeUndefined();
  expect(readExtra(changes)).toBeUndefined();
});

test("a stored label equal to the device's name becomes a default", () => {
  const order = [{ recipient: 'ntfy.sh/alex', label: 'Alex', isOff: false }];
  const changes: OwnerChange[] = [{ id: 1, kind: 'on_call', value: { order }, beginsAt: 0, endsAt: null }];
  const devices = [{ name: "Alex's phone", firstName: 'Alex', recipient: 'ntfy.sh/alex' }];
  const entries = recipients.map((recipient) => ({ recipient, isOff: false }));
  expect(createStoredOrder(entries, { changes, recipients, devices })).toEqual([
    { recipient: 'ntfy.sh/alex', label: 'ntfy.sh/alex', isOff: false },
    { recipient: 'ntfy.sh/night', label: 'ntfy.sh/night', isOff: false },
  ]);
});
