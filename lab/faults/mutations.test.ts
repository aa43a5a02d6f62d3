import { expect, test } from 'vitest';
import { campaigns } from './campaigns.ts';
import { type MutationName, mutations, withMutation } from './mutations.ts';

test.each(Object.keys(mutations))('the server still has the text that is changed: %s', async (name) => {
  await expect(withMutation(name as MutationName, async () => 'broken')).resolves.toBe('broken');
});

test('every mutation has a campaign that must detect it', () => {
  const named = Object.values(mutations).flatMap((mutation) => mutation.campaigns);
  expect(named.filter((name) => campaigns[name] === undefined)).toEqual([]);
});
