import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { type Outbox, startOutbox } from '../../server/outbox/outbox.ts';
import { purgeOnSchedule } from '../../server/retention.ts';
import type { RequestStore } from '../../server/store/request-store.ts';
import { memoryFolder } from '../../tests/support/memory-folder.ts';
import { faultyStore } from './faulty-store.ts';
import { checkPromises, type Promised, Violation } from './invariants.ts';
import { composeOverview, composeRequest, mailConditions, simulatedMailServer } from './mail-server.ts';
import { day, hour, meanIntervals, minute, second } from './mean-intervals.ts';
import { seededRandom } from './random.ts';
import { simulatedClock } from './simulated-clock.ts';
import { simulatedVisitors } from './visitors.ts';

interface SimulationOptions {
  seed: number;
  days: number;
  /** Breaks the store on purpose, to show that a promise is checked. */
  breakStore?(store: RequestStore): RequestStore;
}

/** The largest flood has to be emailed by then, thirty requests in ten minutes. */
const quietHours = 4;

interface Process {
  number: number;
  outbox: Outbox;
  store: RequestStore;
  stopping: AbortController;
}

/**
 * The real outbox, retention and SQL through days of faults: visitors, floods, spam, failing disk and mail
 * server, kills, restarts and clock jumps, all drawn from one seed. Throws a Violation with the seed if a
 * promise is broken; the same seed gives the same run.
 */
export async function simulate({ seed, days, breakStore = (store) => store }: SimulationOptions) {
  const random = seededRandom(seed);
  const folder = memoryFolder('simulation');
  const store = faultyStore(folder, random);
  const clock = simulatedClock(idleFor);
  const mailServer = simulatedMailServer(random, clock.elapsed);
  const promised = new Map<string, Promised>();
  const trace = createHash('sha256');
  const counts = { kills: 0, restarts: 0, jumps: 0, faults: 0 };
  const plan: { at: number; what: string; run(): void | Promise<void> }[] = [];
  let processes = 0;
  let violation: Violation | undefined;
  let running: Process | undefined;
  const visitors = simulatedVisitors({
    seed,
    random,
    schedule,
    server: () => running as Process,
    promised,
  });

  try {
    start();
    schedule(0, 'visitor', visitor);
    schedule(random.untilNext(meanIntervals.flood), 'flood', flood);
    schedule(random.untilNext(meanIntervals.mailFault), 'mail fault', mailFault);
    schedule(random.untilNext(meanIntervals.storeFault), 'store fault', storeFault);
    schedule(random.untilNext(meanIntervals.kill), 'kill', kill);
    schedule(random.untilNext(meanIntervals.restart), 'restart', restart);
    schedule(random.untilNext(meanIntervals.jump), 'jump', jump);
    for (let week = 7; week <= days + 6; week += 7) {
      await runUntil(Math.min(week, days) * day);
      await quietPeriod();
      check();
    }
    return {
      seed,
      days,
      ...visitors.counts,
      ...counts,
      emails: mailServer.mailbox.length,
      trace: trace.digest('hex').slice(0, 16),
    };
  } finally {
    running?.stopping.abort();
    store.close();
    rmSync(folder, { recursive: true, force: true });
  }

  function schedule(after: number, what: string, run: () => void | Promise<void>): void {
    plan.push({ at: clock.elapsed() + after, what, run });
    plan.sort((a, b) => a.at - b.at);
  }

  async function runUntil(end: number): Promise<void> {
    while (clock.elapsed() < end) {
      await settle();
      clock.advanceTo(Math.min(end, plan[0]?.at ?? end, clock.nextWake()));
      await settle();
      while (plan[0] && plan[0].at <= clock.elapsed()) {
        const event = plan.shift();
        trace.update(`${event?.what} ${event?.at}\n`);
        await event?.run();
        await settle();
      }
    }
  }

  /** Everything that can run now has run. */
  async function settle(): Promise<void> {
    await new Promise(setImmediate);
    await new Promise(setImmediate);
  }

  /** Nothing becomes due while nothing is unsent; otherwise poll every few seconds. */
  function idleFor(): number {
    const [row] = store.query("select 1 from outbox_messages where state in ('pending', 'sending') limit 1");
    const next = (plan[0]?.at ?? Number.POSITIVE_INFINITY) - clock.elapsed();
    return Math.max(0, Math.min(row ? 5 * second : 10 * minute, next));
  }

  function start(): void {
    processes += 1;
    const number = processes;
    const view = clock.viewOf(number);
    const own = breakStore(store.viewOf(view, () => running?.number === number));
    const stopping = new AbortController();
    running = { number, store: own, stopping, outbox: undefined as unknown as Outbox };
    running.outbox = startOutbox({
      store: own,
      clock: view,
      log: (event) => {
        if (event === 'mail_failed' || event === 'outbox_failed') {
          violation = new Violation(seed, `the outbox logged ${event}`);
        }
      },
      random: random.next,
      isServer: true,
      compose: async (request) => composeRequest(request),
      composeOverview: async (overview) => composeOverview(overview),
      transport: mailServer.transportOf(number, view),
    });
    purgeOnSchedule({
      store: own,
      removeCopies: async () => undefined,
      days: 30,
      clock: view,
      log: () => undefined,
      stopping: stopping.signal,
    });
  }

  function kill(): void {
    schedule(random.untilNext(meanIntervals.kill), 'kill', kill);
    counts.kills += 1;
    const { number, stopping } = running as Process;
    running = undefined;
    clock.kill(number);
    stopping.abort();
    mailServer.dropConnections(number);
    store.reopen();
    start();
  }

  async function restart(): Promise<void> {
    schedule(random.untilNext(meanIntervals.restart), 'restart', restart);
    counts.restarts += 1;
    const ending = running as Process;
    ending.stopping.abort();
    let ended = false;
    ending.outbox.stop(8 * second).then(() => {
      ended = true;
    });
    for (let waited = 0; !ended; waited += 1) {
      if (waited > 1_000) {
        throw new Violation(seed, 'the outbox does not stop');
      }
      await settle();
      if (!ended) {
        clock.advanceTo(clock.nextWake());
      }
    }
    clock.kill(ending.number);
    store.reopen();
    start();
  }

  function jump(): void {
    schedule(random.untilNext(meanIntervals.jump), 'jump', jump);
    counts.jumps += 1;
    const far = random.pick([hour, -hour, 2 * day, -2 * day, 3650 * day]);
    clock.jump(far);
    schedule(random.untilNext(hour), 'jump back', () => clock.jump(-far));
  }

  function mailFault(): void {
    counts.faults += 1;
    mailServer.setCondition(random.pick(mailConditions));
    schedule(random.untilNext(random.pick([minute, hour, 6 * hour])), 'mail good', () => {
      mailServer.setCondition('good');
      schedule(random.untilNext(meanIntervals.mailFault), 'mail fault', mailFault);
    });
  }

  function storeFault(): void {
    counts.faults += 1;
    store.setCondition(random.pick(['full', 'flaky', 'flaky']));
    schedule(random.untilNext(random.pick([minute, hour])), 'store good', () => {
      store.setCondition('good');
      schedule(random.untilNext(meanIntervals.storeFault), 'store fault', storeFault);
    });
  }

  function visitor(): void {
    schedule(random.untilNext(meanIntervals.visitor), 'visitor', visitor);
    visitors.post();
  }

  function flood(): void {
    schedule(random.untilNext(meanIntervals.flood), 'flood', flood);
    const length = random.pick([10, 1_000, 4_900]);
    for (let count = random.whole(40, 400); count > 0; count -= 1) {
      schedule(random.between(0, 15 * minute), 'flood post', () => visitors.post(length));
    }
  }

  /** Hours without faults: every promise must hold by then. */
  async function quietPeriod(): Promise<void> {
    const postponed = plan.filter(({ what }) => what !== 'post again' && what !== 'jump back');
    plan.splice(0, plan.length, ...plan.filter((event) => !postponed.includes(event)));
    mailServer.setCondition('good');
    store.setCondition('good');
    await runUntil(clock.elapsed() + quietHours * hour);
    // "calm" stays: it is in the recorded traces.
    trace.update(`calm ${mailServer.mailbox.length}\n`);
    plan.push(...postponed.map((event) => ({ ...event, at: event.at + quietHours * hour })));
    plan.sort((a, b) => a.at - b.at);
  }

  function check(): void {
    if (violation) {
      throw violation;
    }
    const unsent = store.query(`
      select message, state from outbox_messages join requests on request_id = id where state <> 'sent'`);
    checkPromises(seed, {
      promised: [...promised.values()],
      mailbox: mailServer.mailbox,
      unsent,
      elapsed: clock.elapsed(),
    });
  }
}
