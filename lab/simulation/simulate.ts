import { rmSync } from 'node:fs';
import { sendAlerts } from '../../server/alerts/alerts.ts';
import { day, hour, minute, second } from '../../server/clock.ts';
import type { LogEvent } from '../../server/log/log.ts';
import { createPagingChannels } from '../../server/paging/paging-channels.ts';
import { type Outbox, startOutbox } from '../../server/queue/outbox.ts';
import { sweepOnSchedule } from '../../server/requests/retention.ts';
import type { RequestStore } from '../../server/store/request-store.ts';
import { createMemoryFolder } from '../../tests/support/memory-folder.ts';
import { createAlertChecker } from './alerts.ts';
import { ringBacklog } from './backlog.ts';
import { createDeadlineChecker, settlingTime } from './deadlines.ts';
import { createFailovers } from './failovers.ts';
import { createFaultyStore } from './faulty-store.ts';
import { findBrokenInvariant, findDeliveriesSql, type SettledState, Violation } from './invariants.ts';
import { createMailServer, emailChannelData, mailConditions } from './mail-server.ts';
import { createPhones, pagerConditions } from './phones.ts';
import { createQuietPeriods } from './quiet-periods.ts';
import { createRandom } from './random.ts';
import { createClock } from './simulated-clock.ts';
import { createTimetable, meanIntervals } from './timetable.ts';
import { createVisitors } from './visitors.ts';

type Process = { number: number; outbox: Outbox; store: RequestStore; stopping: AbortController };

/**
 * Runs the real outbox, retention, and SQL through days of visitors, floods, faults, kills, and clock jumps. The seed
 * decides every event. Throws a Violation if a promise is broken.
 */
export async function simulate({ seed, days }: { seed: number; days: number }) {
  const random = createRandom(seed);
  const folder = createMemoryFolder('simulation');
  const clock = createClock(idleFor);
  // The objects depend on each other, so some functions use objects that are created further down.
  const shared = {
    random,
    elapsed: clock.elapsed,
    query: (sql: string, parameters: Record<string, string | number> = {}) => store.query(sql, parameters),
    isStoreGood: () => store.isSettled() && failovers.isSettled(),
    storeChangedAt: () => Math.max(store.changedAt(), failovers.changedAt()),
    storeTime: () => store.now(),
    report,
  };
  const mailServer = createMailServer(shared);
  const timetable = createTimetable(clock, () => fail('a busy loop: the clock does not advance'));
  const { schedule, runUntil, settle } = timetable;
  const alerts = createAlertChecker(shared);
  const take = (reference: string) => server().store.takeRequest({ reference, by: 'Ana', device: null });
  const phones = createPhones({ ...shared, alerts, schedule, take, latestTime: () => store.latestTime() });
  const paging = phones.createPaging(0, clock.createView(0));
  const channels = [emailChannelData, ...createPagingChannels(paging, () => undefined)];
  const store = createFaultyStore({ folder, random, channels, elapsed: clock.elapsed });
  const counts = { kills: 0, restarts: 0, jumps: 0, faults: 0 };
  let processes = 0;
  let broken: string | undefined;
  let backlogTime = 0;
  let running: Process | undefined;
  const server = () => running as Process;
  const deadlines = createDeadlineChecker({ clock, schedule, store, mailServer, phones, alerts, fail });
  const visitors = createVisitors({ ...shared, schedule, channels, server, onSaved: deadlines.add });
  const failovers = createFailovers({ ...shared, clock, schedule, visitors, deadlines, server, start });
  const services = [mailServer, store, phones];
  const quietPeriods = createQuietPeriods({ clock, timetable, services, phones, visitors, deadlines });
  // Each fault schedules the next one when it ends.
  const faultHandlers = {
    mailFault: () => fault('mailFault', mailServer, mailConditions, [minute, hour, 6 * hour]),
    storeFault: () => fault('storeFault', store, ['full', 'flaky', 'flaky'], [minute, hour]),
    pagingFault,
  };
  const eventHandlers = {
    visitor: () => visitors.post(),
    flood: visitors.flood,
    ringFlood: visitors.ringFlood,
    ...faultHandlers,
    kill,
    restart,
    jump,
    failover: failovers.begin,
  };
  try {
    start();
    for (const event of Object.keys(eventHandlers) as (keyof typeof eventHandlers)[]) {
      scheduleNext(event);
    }
    for (let week = 7; week <= days + 6; week += 7) {
      await runUntil(timetable.endOfDay(Math.min(week, days)) + backlogTime);
      await quietPeriods.withFloods();
      check();
      await endWeek();
    }
    return {
      seed,
      days,
      ...visitors.counts,
      ...counts,
      ...failovers.counts,
      emails: mailServer.mailbox.length,
      pages: phones.alarms.length,
      ...deadlines.counts,
      ...alerts.counts,
    };
  } finally {
    running?.stopping.abort();
    failovers.endAll();
    await settle();
    store.close();
    rmSync(folder, { recursive: true, force: true });
  }

  /** Returns the time until something can become due. Routine waits are stretched up to that time. */
  function idleFor(): number {
    // A server retries a failing service at least every 36 s. In faults that last hours, one retry a minute is enough.
    const retry = deadlines.timeSinceFault() < settlingTime ? 20 * second : minute;
    const isPhoneFailing = phones.condition() !== 'good';
    return Math.min(store.idleFor(retry, isPhoneFailing), timetable.next() - clock.elapsed());
  }

  function fail(message: string): never {
    throw new Violation(seed, message);
  }

  /** Records a broken promise where nothing may be thrown. The next check fails. */
  function report(message: string): void {
    broken ??= message;
  }

  function scheduleNext(event: keyof typeof eventHandlers): void {
    schedule(random.untilNext(meanIntervals[event]), 'postponable', () => {
      if (!(event in faultHandlers)) {
        scheduleNext(event);
      }
      return eventHandlers[event]();
    });
  }

  function start(): void {
    processes += 1;
    const number = processes;
    const view = clock.createView(number);
    const connection = failovers.connect(number);
    const processStore = store.createView(view, connection);
    const stopping = new AbortController();
    const log = (event: LogEvent) => {
      if (['delivery_failed', 'outbox_failed', 'error'].includes(event)) {
        report(`the server logged ${event}`);
      }
    };
    const common = { store: processStore, clock: view, log, random: random.next, stopping: stopping.signal };
    const paging = phones.createPaging(number, view);
    const mailChannel = mailServer.createChannel(number, view, connection);
    const channels = [mailChannel, ...createPagingChannels(paging, log)];
    const outbox = startOutbox({ ...common, channels });
    running = { number, store: processStore, stopping, outbox };
    alerts.rereadOpenAlerts();
    sendAlerts({ ...common, outbox, sendsEmail: true, recipients: paging.recipients });
    // Sent requests stay in the store for three days, which is longer than most clock jumps. Larger tables cost time.
    sweepOnSchedule({ ...common, retentionDays: 6 });
  }

  function kill(): void {
    counts.kills += 1;
    const { number, stopping } = server();
    stopping.abort();
    failovers.end(number);
    startAgain();
  }

  async function restart(): Promise<void> {
    counts.restarts += 1;
    const { number, stopping, outbox } = server();
    const since = clock.elapsed();
    stopping.abort();
    let hasEnded = false;
    outbox.stop(8 * second).then(() => {
      hasEnded = true;
    });
    for (await settle(); !hasEnded; await settle()) {
      clock.advanceTo(clock.nextWake());
      if (clock.elapsed() - since > 10 * second) {
        fail('the outbox does not stop within ten seconds');
      }
    }
    failovers.end(number);
    startAgain();
  }

  function startAgain(): void {
    store.reopen();
    deadlines.disturb();
    start();
  }

  function jump(): void {
    counts.jumps += 1;
    const offset = random.pick([hour, -hour, 2 * day, -2 * day, 3650 * day]);
    clock.jump(offset);
    deadlines.disturb();
    schedule(random.untilNext(hour), 'fixed', () => {
      deadlines.disturb();
      clock.jump(-offset);
    });
  }

  function fault<Condition>(
    event: keyof typeof faultHandlers,
    service: { setCondition(next: Condition | 'good'): void },
    conditions: readonly Condition[],
    lengths: readonly number[],
  ): void {
    counts.faults += 1;
    service.setCondition(random.pick(conditions));
    deadlines.disturb();
    schedule(random.untilNext(random.pick(lengths)), 'postponable', () => {
      deadlines.disturb();
      service.setCondition('good');
      scheduleNext(event);
    });
  }

  /** Makes paging services fail. One emergency arrives immediately, and another after the settling time. */
  function pagingFault(): void {
    fault('pagingFault', phones, pagerConditions, [minute, hour, 2 * hour]);
    visitors.postEmergencyAfter(0);
    visitors.postEmergencyAfter(settlingTime + minute);
  }

  /** Cuts off the first phone for a while, lets pending alarms ring, and checks that all alerts have ended. */
  async function endWeek(): Promise<void> {
    await quietPeriods.withoutFirstPhone();
    // Mark requests with refused emails as done, which ends their alerts.
    await visitors.endRefused();
    backlogTime += await ringBacklog({ clock, timetable, store });
    alerts.checkEnded();
    if (broken) {
      fail(broken);
    }
  }

  function check(): void {
    const deliveries = store.query(findDeliveriesSql) as unknown as SettledState['deliveries'];
    const acknowledged = [...visitors.acknowledged.values()];
    const { mailbox } = mailServer;
    const violation =
      broken ?? findBrokenInvariant({ acknowledged, mailbox, alarms: phones.alarms, deliveries });
    if (violation) {
      fail(violation);
    }
  }
}
