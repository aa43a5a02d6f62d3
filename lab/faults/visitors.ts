import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Failed } from './campaign.ts';

/** Four visitors, each with a connection of its own, who keep coming back. All in milliseconds. */
export async function visitors(
  milliseconds: number,
  rest: number,
  visit: (agent: Agent) => Promise<void>,
): Promise<void> {
  const end = performance.now() + milliseconds;
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      while (performance.now() < end) {
        await visit(agent);
        await pause(rest);
      }
      agent.destroy();
    }),
  );
}

/** How long something takes, in milliseconds. */
export async function timeOf(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Loads a page. */
export function page(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = ({ message }: Error) => reject(new Failed(`a page was not served: ${message}`));
    get(url, { agent }, (response) => response.resume().on('end', resolve).on('error', fail)).on(
      'error',
      fail,
    );
  });
}

/** The most memory that a process has taken so far, in MB. */
export function peakMemory(pid: number | undefined): number {
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1_024);
}
