import { Failed } from '../faults/campaign.ts';
import type { Rung } from './alarm-promises.ts';
import { type Email, route } from './mail-server.ts';
import { minute, refill, second } from './timetable.ts';

/** Of requests that are emailed, in any `window` milliseconds. Times are rounded. */
const emailLimit = { most: 30, window: 10 * minute - second };

/** How many of them go to what has waited longest. */
const mostOutOfTurn = 3;

/** How many alarms a phone's bucket holds: at most twelve in any hour. */
const bucketHolds = 4;

/** Alarms begin a moment after their place is taken. */
const tolerance = 0.1;

/** What a visitor was told. */
export interface Acknowledged {
  key: string;
  reference: string;
  message: string;
  /** The mail server permanently refuses its text. */
  isRefused: boolean;
}

/** What is found after hours without a fault. */
export interface Found {
  acknowledged: readonly Acknowledged[];
  mailbox: readonly Email[];
  rung: readonly Rung[];
  /** All deliveries in the store. */
  deliveries: readonly { reference: string; message: string; recipient: string; state: string }[];
}

export const findDeliveries = `
  select reference, fields ->> 'message' as message, recipient, state
  from deliveries join requests on requests.id = request_id
  where channel = '${route.name}'`;

/** A broken promise. The seed replays it. */
export class Violation extends Failed {
  constructor(seed: number, what: string) {
    super(`${what}. Replay: npm run simulation -- --seed ${seed}`);
  }
}

/** Each returns what is broken, if anything is. Promises with a deadline are in deadlines.ts. */
const promises: readonly ((found: Found) => string | undefined)[] = [
  function eachIsEmailedToAllOrKept({ acknowledged, mailbox, deliveries }) {
    const arrived = new Set(mailbox.map(({ reference, recipient }) => `${reference} ${recipient}`));
    const kept = new Set(
      deliveries.flatMap(({ reference, recipient, state }) =>
        state === 'refused' ? [`${reference} ${recipient}`] : [],
      ),
    );
    for (const { key, reference, isRefused } of acknowledged) {
      for (const recipient of route.recipients) {
        const name = `${reference} ${recipient}`;
        if (!isRefused && !arrived.has(name)) {
          return `${key} was acknowledged but is not in the mailbox`;
        }
        if (isRefused && !kept.has(name)) {
          return `${key}, which is refused for good, was not kept`;
        }
      }
    }
    return undefined;
  },

  function emailsAreUnaltered({ acknowledged, mailbox }) {
    // A reference may come again once its request is deleted.
    const requests = Map.groupBy(acknowledged, ({ reference }) => reference);
    const altered = mailbox.find((email) =>
      requests.get(email.reference)?.every(({ message }) => message !== email.message),
    );
    return altered && `${altered.reference} was altered`;
  },

  function duplicatesAreMarked({ mailbox }) {
    // An attempt that hung may arrive after its repeat.
    const asBegun = mailbox.toSorted((one, other) => one.began - other.began);
    const copies = Map.groupBy(asBegun, ({ message, recipient }) => `${message} ${recipient}`);
    for (const [first, ...again] of copies.values()) {
      for (const repeat of again) {
        if (!repeat.possibleDuplicate) {
          return `${repeat.reference} came twice, unmarked`;
        }
        // The Message-ID is made of it.
        if (repeat.reference !== first?.reference) {
          return `${repeat.reference} came under two references`;
        }
      }
    }
    return undefined;
  },

  function nothingWaits({ acknowledged, deliveries }) {
    const known = new Set(acknowledged.map(({ reference }) => reference));
    const waiting = deliveries.filter(
      ({ reference, state }) => known.has(reference) && state !== 'sent' && state !== 'refused',
    );
    return waiting.length > 0
      ? `${waiting.length} emails are still unsent after hours without a fault`
      : undefined;
  },

  function aKeyIsOneRequest({ deliveries }) {
    const requests = Map.groupBy(deliveries, ({ message, recipient }) => `${message} ${recipient}`);
    const [twice] = [...requests.values()].find(({ length }) => length > 1) ?? [];
    return twice && `${twice.reference} was saved twice`;
  },

  /** Attempts count from their start, as replies may be slow, in all processes and by the store's time. */
  function theBudgetsHold({ mailbox }) {
    const begun = new Map(mailbox.map(({ reference, beganByStore }) => [reference, beganByStore]));
    return isOver([...begun.values()], emailLimit)
      ? `more than ${emailLimit.most} requests were emailed in ten minutes`
      : undefined;
  },

  function fewAreEmailedOutOfTurn({ mailbox }) {
    const outOfTurn = mailbox.filter(({ isOutOfTurn }) => isOutOfTurn);
    const begun = new Map(outOfTurn.map(({ reference, beganByStore }) => [reference, beganByStore]));
    return isOver([...begun.values()], { ...emailLimit, most: mostOutOfTurn })
      ? `more than ${mostOutOfTurn} requests were emailed out of turn in ten minutes`
      : undefined;
  },

  /**
   * In any time, a phone rings at most as often as its full bucket and what that gained allow: by the store's time,
   * whichever process rings. A bucket that a clock ahead has written is empty.
   */
  function aPhoneRingsWithinItsBucket({ rung }) {
    for (const [phone, alarms] of Map.groupBy(withPlace(rung), ({ recipient }) => recipient)) {
      let fullIn = 0;
      let before = 0;
      for (const { beganByStore } of alarms) {
        const left = fullIn - (beganByStore - before) / refill;
        fullIn = Math.min(Math.max(0, left), bucketHolds) + 1;
        if (fullIn > bucketHolds + tolerance) {
          return `${phone} rang without a place in its bucket`;
        }
        before = beganByStore;
      }
    }
    return undefined;
  },

  /** Before an alarm that names nothing for the first time, at least two places were left. */
  function aRepeatLeavesAPlace({ rung }) {
    for (const [phone, alarms] of ofEachPhone(rung)) {
      for (const [index, { began, isRepeat }] of alarms.entries()) {
        if (isRepeat.includes(false)) {
          continue;
        }
        for (let earlier = 1; earlier <= index; earlier += 1) {
          const since = began - (alarms[index - earlier]?.began ?? 0);
          if (earlier > 2 + since / refill + tolerance) {
            return `${phone} had no place left for a first mention`;
          }
        }
      }
    }
    return undefined;
  },
];

/** The alarms that took a place, in order. */
function withPlace(rung: readonly Rung[]): Rung[] {
  // An alert may end after an alarm that began later.
  return rung.filter(({ hasPlace }) => hasPlace).toSorted((one, other) => one.began - other.began);
}

/** Clocks jump, so each process counts alone. */
function ofEachPhone(rung: readonly Rung[]): Map<string, Rung[]> {
  return Map.groupBy(withPlace(rung), ({ process, recipient }) => `${recipient} (process ${process})`);
}

/** Whether there are more in any window. */
function isOver(times: readonly number[], { most, window }: typeof emailLimit): boolean {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted.some((at, index) => (sorted[index + most] ?? Number.POSITIVE_INFINITY) - at < window);
}

/** The first promise that does not hold, in words. */
export function findBroken(found: Found): string | undefined {
  return promises.map((check) => check(found)).find((broken) => broken !== undefined);
}
