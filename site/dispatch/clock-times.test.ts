// @vitest-environment happy-dom
import { expect, test } from 'vitest';

document.body.innerHTML = '<div id="dispatch" data-time-zone="America/Chicago"></div>';
const { findShownEnd } = await import('./clock-times.ts');

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
