import { setTimeout as pause } from 'node:timers/promises';
import { percentile } from '../../statistics.ts';
import { must, waitFor } from '../campaign.ts';
import { type Harness, harnessCampaign } from '../harness.ts';

/** Milliseconds: the duration of an fsync, and the allowed delay of a page. */
const hang = 5_000;
const mostDelay = 100;

const mostTries = 3;

/** Every fsync takes five seconds while visitors post requests and view pages. */
export const hangingDisk = harnessCampaign({
  shows: 'an fsync that takes 5 s delays no page by 100 ms, and no form response forever',
  minutes: 3,
  alone: true,
  short: { milliseconds: 7_000 },
  long: { milliseconds: 60_000 },
  harness: { layer: 'counts' },
  async run({ milliseconds }, harness) {
    await harness.start();
    const load = harness.load({ clients: 16, pause: 200 });
    await pause(1_000);
    const { usual, hanging, tries } = await compare(harness, milliseconds);
    const { refused } = load.counts;
    must(refused > 0, 'nobody was told that the store is unavailable');
    harness.disk().delaySyncs(0);
    // The hung fsyncs still finish one by one; then everything continues.
    const before = load.counts.acknowledged;
    await waitFor(() => load.counts.acknowledged > before, 60_000, 'the form does not recover');
    await load.stop();
    await harness.delivered(180_000);
    return {
      pages: hanging.length,
      'times measured': tries,
      'usual page, p50, p99, slowest, ms': figures(usual),
      'the same while fsyncs hang': figures(hanging),
      'refused meanwhile': refused,
      ...harness.check(),
    };
  },
});

/**
 * Page times with a normal and a hung disk. A busy machine occasionally delays a page: only delays that
 * repeat come from the disk.
 */
async function compare(harness: Harness, milliseconds: number) {
  for (let tries = 1; ; tries += 1) {
    harness.disk().delaySyncs(0);
    // The fsync that hangs still must end, or the usual pages would wait for it, too.
    await pause(tries > 1 ? hang : 0);
    const usual = await pageTimes(harness.server().url, milliseconds);
    harness.disk().delaySyncs(hang);
    const hanging = await pageTimes(harness.server().url, milliseconds);
    const late = percentile(hanging, 1) - percentile(usual, 1);
    if (late <= mostDelay) {
      return { usual, hanging, tries };
    }
    must(tries < mostTries, `a page was late by ${late.toFixed(0)} ms, ${tries} times out of ${tries}`);
  }
}

/** Times of sequential page loads, in milliseconds. */
async function pageTimes(url: string, milliseconds: number): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + milliseconds;
  while (performance.now() < end) {
    const startedAt = performance.now();
    const response = await fetch(`${url}/`);
    await response.text();
    times.push(performance.now() - startedAt);
    must(response.status === 200, `a page was answered with ${response.status}`);
    await pause(10);
  }
  return times;
}

function figures(times: number[]): string {
  return [0.5, 0.99, 1].map((part) => percentile(times, part).toFixed(1)).join(', ');
}
