import { minute, second } from '../../server/clock.ts';
import { BrokenPromiseError } from '../faults/campaign.ts';
import type { SentAlarm } from './alarm-invariants.ts';
import { emailChannelData, type ReceivedEmail } from './mail-server.ts';
import { refillInterval } from './timetable.ts';

/** The maximum number of requests emailed in a window. The window is a second short, because times are rounded. */
const emailLimit = { max: 30, window: 10 * minute - second };

/** How many of these requests may use the slots that are reserved for the oldest waiting requests. */
const maxPromoted = 3;

/** The number of slots in a full bucket. With this bucket, a phone rings at most twelve times in any hour. */
const bucketCapacity = 4;

/** The tolerance for the time between using a slot and sending its alarm, in slots. */
const tolerance = 0.1;

/** A request whose visitor knows that it is saved. */
export interface Acknowledged {
  key: string;
  reference: string;
  message: string;
  /** Whether the mail server permanently refuses its text. */
  isRefused: boolean;
}

/** The state after hours without a fault. */
export interface SettledState {
  acknowledged: readonly Acknowledged[];
  mailbox: readonly ReceivedEmail[];
  alarms: readonly SentAlarm[];
  /** All email deliveries in the store. */
  deliveries: readonly { reference: string; message: string; recipient: string; state: string }[];
}

export const findDeliveriesSql = `
  select reference, fields ->> 'message' as message, recipient, state
  from deliveries join requests on requests.id = request_id
  where channel = '${emailChannelData.name}'`;

/** A broken promise. Its seed replays the run. */
export class Violation extends BrokenPromiseError {
  constructor(seed: number, message: string) {
    super(`${message}. Replay: npm run simulation -- --seed ${seed}`);
  }
}

/** Checks that return a sentence if a promise is broken. deadlines.ts has the promises with a deadline. */
const invariants: readonly ((state: SettledState) => string | undefined)[] = [
  function findLostRequest({ acknowledged, mailbox, deliveries }) {
    const arrived = new Set(mailbox.map(({ reference, recipient }) => `${reference} ${recipient}`));
    const refused = new Set(
      deliveries.flatMap(({ reference, recipient, state }) =>
        state === 'refused' ? [`${reference} ${recipient}`] : [],
      ),
    );
    for (const { key, reference, isRefused } of acknowledged) {
      for (const recipient of emailChannelData.recipients) {
        const name = `${reference} ${recipient}`;
        if (!isRefused && !arrived.has(name)) {
          return `${key} was acknowledged but is not in the mailbox`;
        }
        if (isRefused && !refused.has(name)) {
          return `${key}, which is permanently refused, was not kept`;
        }
      }
    }
    return undefined;
  },

  function findAlteredEmail({ acknowledged, mailbox }) {
    // A reference may be used again after its request is deleted.
    const requests = Map.groupBy(acknowledged, ({ reference }) => reference);
    const altered = mailbox.find((email) =>
      requests.get(email.reference)?.every(({ message }) => message !== email.message),
    );
    return altered && `${altered.reference} was altered`;
  },

  function findUnmarkedDuplicate({ mailbox }) {
    // An email from an attempt that hung may arrive after its repeat.
    const asBegun = mailbox.toSorted((first, second) => first.began - second.began);
    const copies = Map.groupBy(asBegun, ({ message, recipient }) => `${message} ${recipient}`);
    for (const [first, ...again] of copies.values()) {
      for (const repeat of again) {
        if (!repeat.possibleDuplicate) {
          return `${repeat.reference} came twice without a mark`;
        }
        // The Message-ID contains the reference.
        if (repeat.reference !== first?.reference) {
          return `${repeat.reference} came under two references`;
        }
      }
    }
    return undefined;
  },

  function findUnsentEmails({ acknowledged, deliveries }) {
    const acknowledgedReferences = new Set(acknowledged.map(({ reference }) => reference));
    const waiting = deliveries.filter(
      ({ reference, state }) =>
        acknowledgedReferences.has(reference) && state !== 'sent' && state !== 'refused',
    );
    return waiting.length > 0
      ? `${waiting.length} emails are still unsent after hours without a fault`
      : undefined;
  },

  function findKeySavedTwice({ deliveries }) {
    const requests = Map.groupBy(deliveries, ({ message, recipient }) => `${message} ${recipient}`);
    const [twice] = [...requests.values()].find(({ length }) => length > 1) ?? [];
    return twice && `${twice.reference} was saved twice`;
  },

  /**
   * Counts the emailed requests of all processes. A request counts from the start of its attempt, by the store's time,
   * because replies may be slow.
   */
  function findEmailsOverBudget({ mailbox }) {
    const begun = new Map(mailbox.map(({ reference, beganByStore }) => [reference, beganByStore]));
    return isOver([...begun.values()], emailLimit)
      ? `more than ${emailLimit.max} requests were emailed in ten minutes`
      : undefined;
  },

  function findPromotionsOverLimit({ mailbox }) {
    const promoted = mailbox.filter(({ isPromoted }) => isPromoted);
    const begun = new Map(promoted.map(({ reference, beganByStore }) => [reference, beganByStore]));
    return isOver([...begun.values()], { ...emailLimit, max: maxPromoted })
      ? `more than ${maxPromoted} requests were emailed from reserved slots in ten minutes`
      : undefined;
  },

  /**
   * In any period, a phone may ring once for each slot of a full bucket, and once for each slot gained in the period.
   * All processes share the bucket, so the store's time counts. If that time steps back, the bucket counts as empty.
   */
  function findAlarmOverBudget({ alarms }) {
    for (const [phone, ringing] of Map.groupBy(selectWithSlot(alarms), ({ recipient }) => recipient)) {
      let fullIn = 0;
      let before = 0;
      for (const { beganByStore } of ringing) {
        const left = fullIn - (beganByStore - before) / refillInterval;
        fullIn = Math.min(Math.max(0, left), bucketCapacity) + 1;
        if (fullIn > bucketCapacity + tolerance) {
          return `${phone} rang without a slot in its bucket`;
        }
        before = beganByStore;
      }
    }
    return undefined;
  },

  /** An alarm with only repeats needs at least two slots in the bucket. */
  function findRepeatInLastSlot({ alarms }) {
    for (const [phone, ringing] of groupByPhone(alarms)) {
      for (const [index, { began, isRepeat }] of ringing.entries()) {
        if (isRepeat.includes(false)) {
          continue;
        }
        for (let earlier = 1; earlier <= index; earlier += 1) {
          const since = began - (ringing[index - earlier]?.began ?? 0);
          if (earlier > 2 + since / refillInterval + tolerance) {
            return `${phone} had no slot left for a first mention`;
          }
        }
      }
    }
    return undefined;
  },
];

/** Returns the alarms that used a slot, in order. */
function selectWithSlot(alarms: readonly SentAlarm[]): SentAlarm[] {
  // An alert may end after an alarm that began later, so the list isn't in order.
  return alarms.filter(({ hasSlot }) => hasSlot).toSorted((first, second) => first.began - second.began);
}

/** Groups the alarms by phone and process. Processes are separate because clocks jump. */
function groupByPhone(alarms: readonly SentAlarm[]): Map<string, SentAlarm[]> {
  return Map.groupBy(selectWithSlot(alarms), ({ process, recipient }) => `${recipient} (process ${process})`);
}

/** Whether any window contains more than the maximum. */
function isOver(times: readonly number[], { max, window }: typeof emailLimit): boolean {
  const sorted = times.toSorted((first, second) => first - second);
  return sorted.some((at, index) => (sorted[index + max] ?? Number.POSITIVE_INFINITY) - at < window);
}

/** Returns a description of the first broken promise. */
export function findBrokenInvariant(state: SettledState): string | undefined {
  return invariants.map((check) => check(state)).find((broken) => broken !== undefined);
}
