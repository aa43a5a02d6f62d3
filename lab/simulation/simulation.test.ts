import { expect, test } from 'vitest';
import { testTimeLimits } from '../../scripts/time-limits.mjs';
import { simulate } from './simulate.ts';

// "npm run simulation" simulates a year. "npm run faults:proof -- simulation" shows that each promise is checked.

test('a day of faults breaks no promise', { timeout: testTimeLimits.process }, async () => {
  const { acknowledged, faults, emails } = await simulate({ seed: 21, days: 1 });
  expect(acknowledged).toBeGreaterThan(20);
  expect(faults).toBeGreaterThan(3);
  expect(emails).toBeGreaterThan(20);
});

test('a seed replays exactly', async () => {
  const first = await simulate({ seed: 21, days: 0.5 });
  expect(await simulate({ seed: 21, days: 0.5 })).toEqual(first);
});
