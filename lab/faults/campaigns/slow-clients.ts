import type { Agent } from 'node:http';
import { nodeSettings } from '../../../scripts/serve.mjs';
import { percentile } from '../../statistics.ts';
import { must } from '../campaign.ts';
import { harnessCampaign } from '../harness.ts';
import { fieldsOf, newKey, post } from '../load.ts';
import { clientProfiles, type SlowClients, startSlowClients } from '../slow-clients.ts';
import { page, peakMemory, timeOf, visitors } from '../visitors.ts';

/** Memory of the process in MB. */
const mostMemory = 512;

/** Milliseconds until a slow client is disconnected: the timeouts of server/http-server.ts plus a margin. */
const slack = 2_500;
const longestStay = { headers: 10_000 + slack, request: 20_000 + slack };

/**
 * Thousands of silent connections, or ones with a byte a second, while others make real requests. Compares
 * their latency with that without the attack.
 */
export const slowClients = harnessCampaign({
  shows: 'slow clients are disconnected, and others do not notice them',
  minutes: 3,
  alone: true,
  // Other tests run alongside the short form, so it may take longer.
  short: { connections: 400, milliseconds: 5_000, longestWait: 600 },
  long: { connections: 5_000, milliseconds: 60_000, longestWait: 200 },
  async run({ connections, milliseconds, longestWait }, harness) {
    let slow: SlowClients | undefined;
    try {
      // As it runs outside of tests: with these settings memory is freed sooner.
      const { url, pid } = await harness.start({ env: { NODE_OPTIONS: nodeSettings.NODE_OPTIONS } });
      const before = await visit(url, milliseconds / 4);
      const usual = { page: at(before.page, 0.99), post: at(before.post, 0.99) };
      slow = await startSlowClients(url, connections);
      const waits = await visit(url, milliseconds);
      const memory = peakMemory(pid);
      const { open, disconnected, longestStays: stays } = await slow.report();
      const p99 = { page: at(waits.page, 0.99), post: at(waits.post, 0.99) };
      must(open >= connections * 0.7, `only ${open} slow connections were open at the end`);
      must(p99.page < longestWait + usual.page, `a page took ${p99.page} ms at p99`);
      must(p99.post < longestWait + usual.post, `a request took ${p99.post} ms at p99`);
      must(memory < mostMemory, `the process took ${memory} MB`);
      for (const [manner, { timeOut }] of Object.entries(clientProfiles)) {
        const stay = stays[manner as keyof typeof clientProfiles];
        must(stay <= longestStay[timeOut], `a client that is ${manner} stayed for ${stay} ms`);
      }
      return {
        'slow connections at a time': open,
        disconnected: disconnected,
        'page without them, p99, ms': usual.page,
        'request without them, p99, ms': usual.post,
        'page, p50, ms': at(waits.page, 0.5),
        'page, p99, ms': p99.page,
        'request, p50, ms': at(waits.post, 0.5),
        'request, p99, ms': p99.post,
        'good answers': waits.page.length + waits.post.length,
        'memory, MB': memory,
        ...Object.fromEntries(
          Object.entries(stays).map(([manner, stay]) => [`longest stay, ${manner}, ms`, stay]),
        ),
      };
    } finally {
      await slow?.stop();
    }
  },
});

/** Visitors who alternate between page loads and requests: times in milliseconds. */
async function visit(url: string, milliseconds: number) {
  const waits = { page: [] as number[], post: [] as number[] };
  await visitors(milliseconds, 100, async (agent) => {
    waits.page.push(await timeOf(() => page(url, agent)));
    waits.post.push(await timeOf(() => accepted(url, agent)));
  });
  return waits;
}

async function accepted(url: string, agent: Agent): Promise<void> {
  const key = newKey();
  const { status } = await post(url, key, fieldsOf(key), agent);
  must(status === 200, `a good request was answered ${status}`);
}

const at = (times: readonly number[], part: number) => Math.round(percentile(times, part));
