import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { fieldsOf, newKey, post } from '../faults/load.ts';

interface Rate {
  perSecond: number;
  seconds: number;
  /** Further headers of each request. */
  headers?(): Record<string, string>;
}

interface Responses {
  /** Milliseconds from when an acknowledged request was due until its response. */
  latencies: number[];
  /** Requests without a 200. */
  refused: number;
}

/** Maximum requests in flight; further due ones count as refused. */
const mostInFlight = 2_000;

/**
 * Posts at a steady rate, however late the responses are, so that a server cannot slow down what it is measured
 * with. Waits for the last response.
 */
export async function postAtRate(
  url: string,
  { perSecond, seconds, headers = () => ({}) }: Rate,
  responses: Responses,
): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const inFlight = new Set<Promise<void>>();
  const startedAt = performance.now();
  for (let sent = 0; sent < perSecond * seconds; sent += 1) {
    const due = startedAt + (sent * 1_000) / perSecond;
    const early = due - performance.now();
    if (early > 0) await pause(Math.ceil(early));
    if (inFlight.size < mostInFlight) {
      const one = measure(due);
      inFlight.add(one);
      one.then(() => inFlight.delete(one));
    } else {
      responses.refused += 1;
    }
  }
  await Promise.all(inFlight);
  agent.destroy();

  async function measure(due: number): Promise<void> {
    const key = newKey();
    const { status } = await post(url, key, fieldsOf(key), agent, headers());
    if (status === 200) {
      responses.latencies.push(performance.now() - due);
    } else {
      responses.refused += 1;
    }
  }
}
