import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failureLog } from './failure-log.ts';

const lines: unknown[] = [];
let report: ReturnType<typeof failureLog>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  lines.length = 0;
  report = failureLog((event, facts) => lines.push({ event, ...facts }));
});
afterEach(() => {
  vi.useRealTimers();
});

const full = { event: 'store_failed', error: 'disk full' };

test('a store that works is not mentioned', () => {
  report(undefined);
  report(undefined);
  expect(lines).toEqual([]);
});

test('logs once that a store fails, and once that it works again', () => {
  report('disk full');
  report('disk full');
  vi.advanceTimersByTime(120_000);
  report('disk full');
  expect(lines).toEqual([full]);
  report(undefined);
  report(undefined);
  expect(lines).toEqual([full, { event: 'store_recovered' }]);
});

test('a store that fails and works in turns is logged once a minute', () => {
  for (let second = 0; second < 60; second += 1) {
    report('disk full');
    report(undefined);
    vi.advanceTimersByTime(1_000);
  }
  expect(lines).toEqual([full, { event: 'store_recovered' }]);
  report('disk full');
  expect(lines).toEqual([full, { event: 'store_recovered' }, full]);
});
