import { expect, test } from 'vitest';
import { campaigns } from './campaigns.ts';
import { type MutationName, mutations, withMutation } from './mutations.ts';

test.each(Object.keys(mutations))('the server still has the place that is broken: %s', async (name) => {
  await expect(withMutation(name as MutationName, async () => 'broken')).resolves.toBe('broken');
});

test('what is broken has a campaign that must see it', () => {
  const named = Object.values(mutations).flatMap((mutation) => mutation.campaigns);
  expect(named.filter((name) => campaigns[name] === undefined)).toEqual([]);
});
