// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';

// page-facts.ts reads the document once, perhaps for an earlier test file of this worker.
vi.resetModules();
document.body.innerHTML = '<div id="dispatch" data-time-zone="America/Chicago"></div>';
const { findNextHour, findShownEnd, parseLocalInput } = await import('./clock-times.ts');

const atNine = '2026-11-28T15:00:00.000Z';
const typed = { value: '2026-11-28T10:00', typedAt: atNine };

test('an end time is the next 6 AM until somebody types another one', () => {
  expect(findShownEnd(undefined, '2026-11-28T11:59:00.000Z')).toBe('2026-11-28T06:00');
  expect(findShownEnd(undefined, '2026-11-28T12:00:00.000Z')).toBe('2026-11-29T06:00');
  expect(findShownEnd(typed, atNine)).toBe('2026-11-28T10:00');
});

test('a typed end time that has passed becomes the next 6 AM', () => {
  expect(findShownEnd(typed, '2026-11-28T16:00:00.000Z')).toBe('2026-11-29T06:00');
});

test('an incomplete or past time stays in the field while somebody types it', () => {
  expect(findShownEnd({ value: '', typedAt: atNine }, atNine)).toBe('');
  expect(findShownEnd({ value: '2026-11-28T01:00', typedAt: atNine }, atNine)).toBe('2026-11-28T01:00');
});

test.each([
  ['the evening before clocks are set forward', '2027-03-14T05:30:00.000Z', '2027-03-14T11:00:00.000Z'],
  ['the morning before clocks are set back', '2026-10-31T11:30:00.000Z', '2026-11-01T12:00:00.000Z'],
  ['the night in which clocks are set back', '2026-11-01T05:30:00.000Z', '2026-11-01T12:00:00.000Z'],
])('the next 6 AM is right on %s', (_, now, next) => {
  expect(findNextHour(6, now)).toBe(next);
});

test('a time that clocks skip is read as an hour later', () => {
  expect(parseLocalInput('2027-03-14T02:30')).toBe('2027-03-14T08:30:00.000Z');
});

test('a time that clocks show twice is read as the first of the two', () => {
  expect(parseLocalInput('2026-11-01T01:30')).toBe('2026-11-01T06:30:00.000Z');
});
