import { expect, test } from 'vitest';
import { testTimeLimits } from '../../scripts/time-limits.mjs';
import { measureWait } from './waits.ts';

// A bucket gains a slot every 7.5 minutes. Half a minute is for everything else.
const round = 8;
const namedTogether = 5;

test.each([0, 12, 100])(
  'after a flood from %i networks, an alarm counts an emergency within 8 minutes',
  { timeout: testTimeLimits.process },
  async (networks) => {
    const { counted, named } = await measureWait({ networks, posts: 1 });
    expect(counted).toBeLessThan(round);
    expect(named).toBeLessThan(round * (Math.floor(networks / namedTogether) + 1));
  },
);

test('extra posts from other networks delay an emergency by less than a round', {
  timeout: testTimeLimits.process,
}, async () => {
  const one = await measureWait({ networks: 12, posts: 1 });
  const many = await measureWait({ networks: 12, posts: 10 });
  expect(many.named).toBeLessThan(one.named + round);
});

test.each([10, 20, 30])(
  'after %i posts from its /24, an alarm counts an emergency within 8 minutes',
  { timeout: testTimeLimits.process },
  async (posts) => {
    const { counted, named } = await measureWait({ networks: 1, posts, from: 'shared' });
    expect(counted).toBeLessThan(round);
    expect(named).toBeLessThan(round * (Math.floor(posts / namedTogether) + 1));
  },
);

test("an IPv6 /48's 50 posts delay another network by less than a round", async () => {
  const { named } = await measureWait({ networks: 1, posts: 50, from: 'household' });
  expect(named).toBeLessThan(round);
});

test('filled honeypots delay an emergency by less than a round', async () => {
  const { named } = await measureWait({ networks: 45, posts: 1, honeypotFilled: true });
  expect(named).toBeLessThan(round);
});
