import type { Connection } from './faulty-store.ts';
import type { Random } from './random.ts';
import type { simulatedClock } from './simulated-clock.ts';
import { minute, second } from './timetable.ts';

interface FailoverParts {
  random: Random;
  clock: ReturnType<typeof simulatedClock>;
  schedule(after: number, what: string, run: () => void): void;
  /** The server that was started last. */
  server(): { number: number; stopping: AbortController };
  /** Starts another server. */
  start(): void;
  query(sql: string, parameters: Record<string, string | number>): unknown[];
  /** The time by which deliveries are due. */
  storeTime(): number;
  visitors: { post(): void };
  expected: { disturb(): void };
}

/** Which servers cannot reach the database: the first, or those started since. */
const cuts = ['first', 'second', 'neither', 'both'] as const;

/** How long the servers run side by side. */
const overlap = 6 * minute;

/** How many requests come in at the beginning, and as many meanwhile. */
const posts = 6;

const findRepeats = "select 1 from deliveries where state = 'sending' and possible_duplicate = 1 limit 1";

/**
 * Failovers of a database that two servers share. The first server is cut off while it sends, so that its leases end
 * and the second server sends the same emails. The first records its results late, or never.
 */
export function simulatedFailovers(parts: FailoverParts) {
  const { random, clock, schedule, query, storeTime, visitors, expected, server, start } = parts;
  const counts = { failovers: 0 };
  const alive = new Set<number>();
  let first: number | undefined;
  let cutOff: (typeof cuts)[number] = 'neither';
  let changedAt = Number.NEGATIVE_INFINITY;

  return {
    counts,
    begin,
    connect,
    end,
    endAll: () => alive.clear(),
    /** Whether all servers have reached the database for a minute. */
    isSettled: () => cutOff === 'neither' && clock.elapsed() - changedAt > minute,
    /** When a server last lost the database, or reached it again. */
    changedAt: () => changedAt,
  };

  /** How a server that starts reaches the database, and the mail server. */
  function connect(process: number): Connection {
    alive.add(process);
    return {
      isAlive: () => alive.has(process),
      isAlone: () => alive.size === 1,
      isCutOff: () => isCutOff(process),
    };
  }

  function end(process: number): void {
    alive.delete(process);
    clock.kill(process);
  }

  /** Requests come in, and the server is cut off while it sends them. */
  function begin(): void {
    if (alive.size > 1 || !isRightClock()) {
      return;
    }
    counts.failovers += 1;
    for (let count = 0; count < posts; count += 1) {
      visitors.post();
      schedule(random.between(0, overlap), 'post', () => visitors.post());
    }
    schedule(random.between(0, 3 * second), 'cut off', startSecond);
  }

  /** Of the first server, only the outbox runs on. */
  function startSecond(): void {
    const { number, stopping } = server();
    first = number;
    cut('first');
    stopping.abort();
    start();
    // By then, the first server's leases have ended.
    schedule(minute, 'cut off', cutSecond);
    for (let at = 2 * minute; at < overlap; at += random.between(second, minute)) {
      schedule(at, 'cut off', () => cut(random.pick(cuts)));
    }
    schedule(overlap, 'cut off', () => {
      end(number);
      first = undefined;
      cut('neither');
    });
  }

  /** The next failover comes while the second server sends what the first has sent, too. */
  function cutSecond(): void {
    if (cutOff === 'first' && query(findRepeats, {}).length === 0) {
      schedule(second / 10, 'cut off', cutSecond);
    } else {
      schedule(random.between(0, 2 * second), 'cut off', () => cut('second'));
    }
  }

  /** Servers share the clock of their database, so the second must not start by another clock. */
  function isRightClock(): boolean {
    return Math.abs(storeTime() - clock.viewOf(0).now().getTime()) < second;
  }

  function cut(next: typeof cutOff): void {
    cutOff = next;
    changedAt = clock.elapsed();
    expected.disturb();
  }

  function isCutOff(process: number): boolean {
    const name = process === first ? 'first' : 'second';
    return first !== undefined && (cutOff === 'both' || cutOff === name);
  }
}
