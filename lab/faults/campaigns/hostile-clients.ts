import { percentile } from '../../statistics.ts';
import { campaign, type Figures, must } from '../campaign.ts';
import { floodFromTen } from '../flood-from-ten.ts';
import { withHarness } from '../harness.ts';
import { startPipelining } from '../pipelining-clients.ts';
import { page, peakMemory, timeOf, visitors } from '../visitors.ts';

interface Size {
  milliseconds: number;
  longestWait: number;
  /** Of the simulated flood. */
  minutes: number;
}

const connections = 60;
const requestsEach = 2_000;

/** Memory limit of the process in MB. */
const mostMemory = 400;

const mostTries = 3;

/** Clients that keep to the protocol and the rate limits, and mean harm. */
export const hostileClients = campaign<Size>({
  shows:
    'unread pipelined requests neither fill memory nor delay pages; in a flood from ten IPs each honest name and number is emailed within 20 minutes',
  minutes: 3,
  alone: true,
  // Other tests run alongside the short form, so it may take longer.
  short: { milliseconds: 8_000, longestWait: 1_500, minutes: 45 },
  long: { milliseconds: 60_000, longestWait: 500, minutes: 12 * 60 },
  async run(size) {
    return { ...(await pipelining(size)), ...(await floodFromTen(size.minutes)) };
  },
});

/** Clients that send thousands of requests without reading responses, while others view pages. */
async function pipelining({ milliseconds, longestWait }: Size): Promise<Figures> {
  return withHarness({}, async (harness) => {
    const { url, pid } = await harness.start();
    for (let tries = 1; ; tries += 1) {
      const usual = await pageTimes(url, milliseconds / 4);
      const attack = await startPipelining({ url, connections, requestsEach });
      const pages = await pageTimes(url, milliseconds);
      const { opened, closed } = await attack.report();
      await attack.stop();
      const memory = peakMemory(pid);
      must(memory <= mostMemory, `the process took ${memory} MB`);
      must(closed >= connections, `only ${closed} of ${opened} connections were closed by the server`);
      // A busy machine occasionally delays a page: only delays that repeat come from the attack.
      const late = at(pages, 0.99) - at(usual, 0.99);
      must(late <= longestWait || tries < mostTries, `a page was ${late} ms late at p99, ${tries} times`);
      if (late <= longestWait) {
        return {
          'connections at a time': connections,
          'pipelined requests each': requestsEach,
          'closed by the server': closed,
          'times measured': tries,
          pages: pages.length,
          'page without them, p99, ms': at(usual, 0.99),
          'page, p50, ms': at(pages, 0.5),
          'page, p99, ms': at(pages, 0.99),
          'page, slowest, ms': at(pages, 1),
          'memory at its peak, MB': memory,
        };
      }
    }
  });
}

async function pageTimes(url: string, milliseconds: number): Promise<number[]> {
  const times: number[] = [];
  await visitors(milliseconds, 20, async (agent) => {
    times.push(await timeOf(() => page(url, agent)));
  });
  return times;
}

const at = (times: readonly number[], part: number) => Math.round(percentile(times, part));
