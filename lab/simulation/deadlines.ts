import { pageChannel } from '../../server/requests/routes.ts';
import type { PostedRequest } from '../../server/requests/save.ts';
import { mostNamed, type PhoneName, phoneNames } from './alarm-promises.ts';
import type { simulatedAlerts } from './alerts.ts';
import type { faultyStore } from './faulty-store.ts';
import { route, type simulatedMailServer } from './mail-server.ts';
import { type simulatedPhones, withoutNumber } from './phones.ts';
import type { Acknowledged } from './promises.ts';
import type { simulatedClock } from './simulated-clock.ts';
import { minute, second } from './timetable.ts';

interface DeadlineParts {
  clock: ReturnType<typeof simulatedClock>;
  schedule(after: number, what: string, run: () => void): void;
  store: ReturnType<typeof faultyStore>;
  mailServer: ReturnType<typeof simulatedMailServer>;
  phones: ReturnType<typeof simulatedPhones>;
  alerts: ReturnType<typeof simulatedAlerts>;
  fail(what: string): never;
}

/** The mail server of the simulation takes up to two seconds for each address. */
const promptly = 10 * second;

/** In a flood an emergency of another network is emailed by then, and later for each 27 networks before it. */
const inFlood = 20 * minute;
const emailedTogether = 27;

/**
 * An emergency that cannot be emailed calls the owner after five minutes, once a phone's bucket has a place for it.
 * Alarms about requests go first: at most so many may ring.
 */
const untilAlert = 30 * minute;
const fewRinging = 4;

/** By then a phone whose service answers has named or counted an emergency. Half a minute is for the services. */
const untilToldOf = 8 * minute;

/** When the second phone's turn begins, after the post. */
const secondTurn = 9 * minute;

/** By then, pauses of an earlier fault are over. */
export const settlingTime = 15 * minute;

/** When a phone counted a request, and whether somebody has taken or done it. */
const findMentions = `
  select tallied_at as counted, taken_at is not null or done_at is not null as isOver
  from deliveries join requests on requests.id = request_id
  where deliveries.channel = '${pageChannel}' and recipient = :recipient and reference = :reference`;

/** Whether a request is the only one of its network that waits. */
const findFirst = 'select 1 from requests where reference = :reference and turn = 1';

/** The networks with another emergency that a recipient was not told of yet. */
const countNetworksBefore = `
  select count(distinct coalesce(network, reference)) as networks
  from deliveries join requests on requests.id = request_id
  where channel = :channel and recipient = :recipient and state in ('pending', 'sending') and sends = 0
    and emergency = 1 and reference <> :reference`;

const countRinging = `
  select count(*) as count from deliveries where channel = '${pageChannel}' and state in ('pending', 'sending')`;

/** Promises with a deadline. They count only if nothing goes wrong until then. */
export function deadlines({ clock, schedule, store, mailServer, phones, alerts, fail }: DeadlineParts) {
  let disturbances = 0;
  let lastAt = Number.NEGATIVE_INFINITY;
  const counts = { 'deadlines checked': 0 };

  return {
    counts,
    /** Something goes wrong, or is right again. */
    disturb(): void {
      disturbances += 1;
      lastAt = clock.elapsed();
    },
    /** For how long nothing has gone wrong or been right again. */
    quietFor: () => clock.elapsed() - lastAt,
    /** A visitor was told that a request is saved. */
    email({ reference, isRefused }: Acknowledged, { fields, honeypotFilled, clientIp }: PostedRequest): void {
      if (fields.service === 'emergency' && !(honeypotFilled && fields.phone === withoutNumber)) {
        ring(reference, honeypotFilled ?? false);
      }
      if (isRefused || honeypotFilled) {
        return;
      }
      if (fields.service === 'emergency' && isSettled() && phones.condition() === 'good' && isQuiet()) {
        const isToldOrSent = () => alerts.isOpen('emergency_unsent') || emailed(reference);
        expect(untilAlert, `${reference} could not be emailed, and nobody was called`, isToldOrSent);
      }
      if (isCalm() && isBudgetFree()) {
        expect(promptly, `${reference} was not emailed promptly`, () => emailed(reference));
      } else if (isCalm() && clientIp?.startsWith('203.') && fields.service === 'emergency') {
        const rounds = Math.floor(countNetworks(route.name, reference) / emailedTogether);
        expect(
          inFlood + rounds * 10 * minute,
          `${reference}, from a network of its own, waited for a flood`,
          () => emailed(reference),
        );
      }
    },
  };

  function isCalm(): boolean {
    return mailServer.condition() === 'good' && isSettled();
  }

  function isSettled(): boolean {
    return store.condition() === 'good' && clock.elapsed() - lastAt > settlingTime;
  }

  /** An emergency is named or counted in time, and named in time for each five networks before it. */
  function ring(reference: string, isMarked: boolean): void {
    const [first] = phoneNames.filter((name) => phones.conditions[name] === 'good');
    if (first === undefined || !isSettled()) {
      return;
    }
    // A phone before it may hear of it as well, although its service fails now and then.
    const upTo = (name: PhoneName) => phoneNames.slice(0, phoneNames.indexOf(name) + 1);
    const mentions = (recipient: string) => store.query(findMentions, { reference, recipient })[0];
    // An alarm that only may have rung tells nobody for certain.
    const isNamed = (recipient: string) =>
      phones.rung.some(
        (alarm) => alarm.isAccepted && alarm.recipient === recipient && alarm.references.includes(reference),
      );
    const isTold = (names: readonly PhoneName[]) => () =>
      names.some((recipient) => {
        const row = mentions(recipient);
        return !row || row.isOver === 1 || isNamed(recipient) || row.counted !== null;
      });
    // Spam never takes a bucket's last place, so it may wait until there are two.
    const untilTold = isMarked ? 2 * untilToldOf : untilToldOf;
    expect(untilTold, `${first} did not hear of ${reference}`, isTold(upTo(first)));
    if (phones.conditions.ben === 'good') {
      expect(secondTurn + untilTold, `ben did not hear of ${reference}`, isTold(['ben']));
    }
    // Spam is named last, and a network's second request waits for all first ones.
    if (!isMarked && store.query(findFirst, { reference }).length > 0) {
      const rounds = Math.floor(countNetworks(pageChannel, reference, first) / mostNamed[first]) + 1;
      expect(rounds * untilToldOf, `${first} was not told of ${reference} by its name`, () =>
        upTo(first).some((recipient) => {
          const row = mentions(recipient);
          return !row || row.isOver === 1 || isNamed(recipient);
        }),
      );
    }
  }

  /** No flood waits, and few were emailed: in calm, what was sent in the last ten minutes has arrived. */
  function isBudgetFree(): boolean {
    const since = clock.elapsed() - 10 * minute;
    const recent = mailServer.mailbox.slice(-100).filter(({ began }) => began > since);
    return !isFlood() && new Set(recent.map(({ reference }) => reference)).size < 10;
  }

  function countNetworks(channel: string, reference: string, recipient = route.recipients[0] ?? ''): number {
    const [row] = store.query(countNetworksBefore, { channel, reference, recipient });
    return Number(row?.networks ?? 0);
  }

  function isQuiet(): boolean {
    return Number(store.query(countRinging)[0]?.count) <= fewRinging;
  }

  function isFlood(): boolean {
    const findWaiting = `select distinct request_id from deliveries where channel = '${route.name}' and state = 'pending'`;
    return store.query(findWaiting).length >= 5;
  }

  function emailed(reference: string): boolean {
    return route.recipients.every((recipient) =>
      mailServer.mailbox.findLast((email) => email.reference === reference && email.recipient === recipient),
    );
  }

  function expect(milliseconds: number, otherwise: string, holds: () => unknown): void {
    const before = disturbances;
    schedule(milliseconds, 'deadline', () => {
      if (disturbances === before) {
        counts['deadlines checked'] += 1;
        if (!holds()) {
          fail(otherwise);
        }
      }
    });
  }
}
