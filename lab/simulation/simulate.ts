import { rmSync } from 'node:fs';
import { sendAlerts } from '../../server/alerts/alerts.ts';
import { type Outbox, startOutbox } from '../../server/outbox/outbox.ts';
import { purgeOnSchedule } from '../../server/retention.ts';
import type { RequestStore } from '../../server/store/request-store.ts';
import { memoryFolder } from '../../tests/support/memory-folder.ts';
import { deadlines } from './deadlines.ts';
import { faultyStore } from './faulty-store.ts';
import { mailConditions, route, simulatedMailServer } from './mail-server.ts';
import { ownersPhone } from './owners-phone.ts';
import { type Found, findBroken, Violation } from './promises.ts';
import { seededRandom } from './random.ts';
import { simulatedClock } from './simulated-clock.ts';
import { day, hour, meanIntervals, minute, second, timetable } from './timetable.ts';
import { simulatedVisitors } from './visitors.ts';

interface SimulationOptions {
  seed: number;
  days: number;
}

/** A flood that nothing disturbs, and what ended twice without a reply, has to be emailed by then. */
const quietHours = 6;

/** How long a stop may take. */
const stopTime = 10 * second;

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
export async function simulate({ seed, days }: SimulationOptions) {
  const random = seededRandom(seed);
  const folder = memoryFolder('simulation');
  const store = faultyStore(folder, random, [route]);
  const clock = simulatedClock(idleFor);
  const mailServer = simulatedMailServer(random, clock.elapsed);
  const counts = { kills: 0, restarts: 0, jumps: 0, floods: 0, faults: 0 };
  const { schedule, runUntil, settle, next, postpone, trace } = timetable(clock, () =>
    fail('something wakes up over and over'),
  );
  let processes = 0;
  let broken: string | undefined;
  /** For what cannot throw: it counts at the next check. */
  const report = (what: string) => {
    broken ??= what;
  };
  let running: Process | undefined;
  const server = () => running as Process;
  const phone = ownersPhone(report);
  const expected = deadlines({ clock, schedule, store, mailServer, phone, fail });
  const visitors = simulatedVisitors({ random, schedule, server, report, onAcknowledged: expected.email });
  const happens = { visitor: () => visitors.post(), flood, mailFault, storeFault, kill, restart, jump };
  try {
    start();
    for (const what of Object.keys(happens) as (keyof typeof happens)[]) {
      scheduleNext(what);
    }
    for (let week = 7; week <= days + 6; week += 7) {
      await runUntil(Math.min(week, days) * (day + ((quietHours + 1) * hour) / 7));
      await quietPeriod(quietHours);
      check();
      await endRefused();
    }
    return {
      seed,
      days,
      ...visitors.counts,
      ...counts,
      emails: mailServer.mailbox.length,
      ...expected.counts,
      ...phone.counts,
      trace: trace(),
    };
  } finally {
    running?.stopping.abort();
    running = undefined;
    await settle();
    store.close();
    rmSync(folder, { recursive: true, force: true });
  }

  function fail(what: string): never {
    throw new Violation(seed, what);
  }

  function scheduleNext(what: keyof typeof happens): void {
    schedule(random.untilNext(meanIntervals[what]), what, () => {
      // Faults schedule the next one when they end.
      if (what !== 'mailFault' && what !== 'storeFault') scheduleNext(what);
      return happens[what]();
    });
  }

  /** Nothing becomes due while nothing is unsent; otherwise poll every few seconds. */
  function idleFor(): number {
    const [row] = store.query("select 1 from deliveries where state in ('pending', 'sending') limit 1");
    return Math.max(0, Math.min(row ? 5 * second : 10 * minute, next() - clock.elapsed()));
  }

  function start(): void {
    processes += 1;
    const number = processes;
    const view = clock.viewOf(number);
    const own = store.viewOf(view, () => running?.number === number);
    const stopping = new AbortController();
    running = { number, store: own, stopping, outbox: undefined as unknown as Outbox };
    running.outbox = startOutbox({
      store: own,
      channels: [mailServer.channelOf(number, view)],
      clock: view,
      log: (event) => {
        if (event === 'mail_failed' || event === 'outbox_failed') report(`the outbox logged ${event}`);
      },
      random: random.next,
    });
    phone.restart();
    sendAlerts({
      store: own,
      outbox: running.outbox,
      delivers: true,
      recipients: [{ send: phone.receive }],
      clock: view,
      log: () => undefined,
      stopping: stopping.signal,
    });
    purgeOnSchedule({ store: own, days: 30, clock: view, log: () => undefined, stopping: stopping.signal });
  }

  function kill(): void {
    counts.kills += 1;
    const { number, stopping } = server();
    running = undefined;
    clock.kill(number);
    stopping.abort();
    mailServer.dropConnections(number);
    startAgain();
  }

  async function restart(): Promise<void> {
    counts.restarts += 1;
    const { number, stopping, outbox } = server();
    const since = clock.elapsed();
    stopping.abort();
    let ended = false;
    outbox.stop(8 * second).then(() => {
      ended = true;
    });
    for (await settle(); !ended; await settle()) {
      clock.advanceTo(clock.nextWake());
      if (clock.elapsed() - since > stopTime) fail('the outbox does not stop in ten seconds');
    }
    clock.kill(number);
    startAgain();
  }

  function startAgain(): void {
    store.reopen();
    expected.disturb();
    start();
  }

  function jump(): void {
    counts.jumps += 1;
    const far = random.pick([hour, -hour, 2 * day, -2 * day, 3650 * day]);
    clock.jump(far);
    expected.disturb();
    schedule(random.untilNext(hour), 'jump back', () => {
      clock.jump(-far);
      expected.disturb();
    });
  }

  function mailFault(): void {
    counts.faults += 1;
    mailServer.setCondition(random.pick(mailConditions));
    expected.disturb();
    schedule(random.untilNext(random.pick([minute, hour, 6 * hour])), 'mail good', () => {
      expected.mailReturns();
      mailServer.setCondition('good');
      scheduleNext('mailFault');
    });
  }

  function storeFault(): void {
    counts.faults += 1;
    store.setCondition(random.pick(['full', 'flaky', 'flaky']));
    expected.disturb();
    schedule(random.untilNext(random.pick([minute, hour])), 'store good', () => {
      store.setCondition('good');
      expected.disturb();
      scheduleNext('storeFault');
    });
  }

  /** From ten networks, and somebody in need from another. */
  function flood(): void {
    counts.floods += 1;
    const length = random.pick([10, 1_000, 4_900]);
    for (let count = random.whole(150, 400); count > 0; count -= 1) {
      schedule(random.between(0, 15 * minute), 'flood post', () => visitors.post({}, length));
    }
    const clientIp = `203.0.${counts.floods % 250}.7`;
    schedule(16 * minute, 'honest post', () => visitors.post({ clientIp, honeypotFilled: false }));
  }

  /** Hours without faults: every promise must hold by then. */
  async function quietPeriod(hours: number): Promise<void> {
    postpone(hours * hour, (what) => ['post again', 'jump back', 'deadline'].includes(what));
    if (mailServer.condition() !== 'good' || store.condition() !== 'good') expected.disturb();
    mailServer.setCondition('good');
    store.setCondition('good');
    if (hours === quietHours) schedule(hour, 'flood', flood);
    await runUntil(clock.elapsed() + hours * hour);
  }

  /** The owner calls those whose email was refused, and marks them as done: then nothing is wrong. */
  async function endRefused(): Promise<void> {
    const refused = [...visitors.acknowledged.values()].filter(({ isRefused }) => isRefused);
    await server().store.decide(
      refused.map(({ reference }) => reference),
      'done',
    );
    for (const { key } of refused) visitors.acknowledged.delete(key);
    await quietPeriod(1);
    phone.check();
    if (broken) fail(broken);
  }

  function check(): void {
    if (broken) fail(broken);
    const deliveries = store.query(
      `select reference, fields ->> 'message' as message, recipient, state from deliveries join requests on requests.id = request_id`,
    ) as unknown as Found['deliveries'];
    const acknowledged = [...visitors.acknowledged.values()];
    const found = findBroken({ acknowledged, mailbox: mailServer.mailbox, deliveries });
    if (found) fail(found);
  }
}
