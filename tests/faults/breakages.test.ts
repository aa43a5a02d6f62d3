import { expect, test } from 'vitest';
import { type BreakageName, breakages, withBreakage } from './breakages.ts';
import { campaigns } from './campaigns.ts';

test.each(Object.keys(breakages))('the server still has the place that is broken: %s', async (name) => {
  await expect(withBreakage(name as BreakageName, async () => 'broken')).resolves.toBe('broken');
});

test('what is broken has a campaign that must see it', () => {
  const named = Object.values(breakages).flatMap((breakage) => breakage.campaigns);
  expect(named.filter((name) => campaigns[name] === undefined)).toEqual([]);
});
