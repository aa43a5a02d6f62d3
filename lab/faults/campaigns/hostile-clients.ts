import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { campaign, Failed, type Figures, must } from '../campaign.ts';
import { floodFromTen } from '../flood-from-ten.ts';
import { withHarness } from '../harness.ts';
import { startPipelining } from '../pipelining-clients.ts';

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
    'unread pipelined requests neither fill memory nor delay pages; each honest request during a flood from ten IPs reaches the mailbox within 20 minutes',
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
      const usual = await visit(url, milliseconds / 4);
      const attack = await startPipelining({ url, connections, requestsEach });
      const pages = await visit(url, milliseconds);
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

/** Four visitors who keep loading a page: sorted times in milliseconds. */
async function visit(url: string, milliseconds: number): Promise<number[]> {
  const end = performance.now() + milliseconds;
  const waits: number[] = [];
  const visitors = Array.from({ length: 4 }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (performance.now() < end) {
      const startedAt = performance.now();
      await page(url, agent);
      waits.push(performance.now() - startedAt);
      await pause(20);
    }
    agent.destroy();
  });
  await Promise.all(visitors);
  return waits.sort((a, b) => a - b);
}

function page(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = ({ message }: Error) => reject(new Failed(`a page was not served: ${message}`));
    get(url, { agent }, (response) => response.resume().on('end', resolve).on('error', fail)).on(
      'error',
      fail,
    );
  });
}

function at(sorted: readonly number[], part: number): number {
  return Math.round(sorted[Math.floor(part * (sorted.length - 1))] ?? Number.NaN);
}

function peakMemory(pid: number | undefined): number {
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1_024);
}
