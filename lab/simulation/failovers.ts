import { minute, second } from '../../server/clock.ts';
import type { Connection } from './faulty-store.ts';
import type { Random } from './random.ts';
import type { createClock } from './simulated-clock.ts';
import type { Postponement } from './timetable.ts';

interface FailoverDependencies {
  random: Random;
  clock: ReturnType<typeof createClock>;
  schedule(after: number, postponement: Postponement, run: () => void): void;
  /** Returns the server that was started last. */
  server(): { number: number; stopping: AbortController };
  start(): void;
  query(sql: string, parameters: Record<string, string | number>): unknown[];
  /** Returns the store's time, which decides when deliveries are due. */
  storeTime(): number;
  visitors: { post(): void };
  deadlines: { disturb(): void };
}

/** The servers that can't reach the database. `second` is every server started after the first. */
const cuts = ['first', 'second', 'neither', 'both'] as const;

/** How long the servers run side by side. */
const overlap = 6 * minute;

/** The number of requests posted when a failover begins. The same number arrives during the failover. */
const posts = 6;

const findRepeatsSql = "select 1 from deliveries where state = 'sending' and possible_duplicate = 1 limit 1";

/**
 * Simulates failovers of a database that two servers share. Both servers send the same emails, because the
 * first is cut off while it sends. The first server records its results late or never.
 */
export function createFailovers(dependencies: FailoverDependencies) {
  const { random, clock, schedule, query, storeTime, visitors, deadlines, server, start } = dependencies;
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
    /** Returns when a server last lost or regained its database connection. */
    changedAt: () => changedAt,
  };

  /** Connects a new server to the database and the mail server. */
  function connect(process: number): Connection {
    alive.add(process);
    return {
      isAlive: () => alive.has(process),
      isOnlyServer: () => alive.size === 1,
      isCutOff: () => isCutOff(process),
    };
  }

  function end(process: number): void {
    alive.delete(process);
    clock.kill(process);
  }

  /** Posts requests, and cuts the server off while it sends them. */
  function begin(): void {
    if (alive.size > 1 || !isClockRight()) {
      return;
    }
    counts.failovers += 1;
    for (let count = 0; count < posts; count += 1) {
      visitors.post();
      schedule(random.between(0, overlap), 'postponable', () => visitors.post());
    }
    schedule(random.between(0, 3 * second), 'fixed', startSecond);
  }

  /** Starts the second server, and stops everything but the outbox in the first. */
  function startSecond(): void {
    const { number, stopping } = server();
    first = number;
    cut('first');
    stopping.abort();
    start();
    // After a minute, the first server's leases have ended.
    schedule(minute, 'fixed', cutSecond);
    for (let at = 2 * minute; at < overlap; at += random.between(second, minute)) {
      schedule(at, 'fixed', () => cut(random.pick(cuts)));
    }
    schedule(overlap, 'fixed', () => {
      end(number);
      first = undefined;
      cut('neither');
    });
  }

  /** Cuts off the second server while it repeats the first server's emails. */
  function cutSecond(): void {
    if (cutOff === 'first' && query(findRepeatsSql, {}).length === 0) {
      schedule(second / 10, 'fixed', cutSecond);
    } else {
      schedule(random.between(0, 2 * second), 'fixed', () => cut('second'));
    }
  }

  /** Whether the wall clock matches the store's time. Both servers must start with the database's clock. */
  function isClockRight(): boolean {
    return Math.abs(storeTime() - clock.createView(0).wallTime().getTime()) < second;
  }

  function cut(next: typeof cutOff): void {
    cutOff = next;
    changedAt = clock.elapsed();
    deadlines.disturb();
  }

  function isCutOff(process: number): boolean {
    const name = process === first ? 'first' : 'second';
    return first !== undefined && (cutOff === 'both' || cutOff === name);
  }
}
