import type { Clock } from '../../server/clock.ts';
import { ringTimes } from '../../server/paging/ladder.ts';
import { moreText, type Page } from '../../server/paging/page.ts';
import { pageChannel } from '../../server/requests/routes.ts';
import { hour, minute, refill, second } from './timetable.ts';

/** The phones, in order. */
export const phoneNames = ['ana', 'ben'] as const;
export type PhoneName = (typeof phoneNames)[number];

/** How many requests fit into an alarm: the second phone gets text messages. */
export const mostNamed: Record<PhoneName, number> = { ana: 5, ben: 3 };

/** An alarm that a phone got, or may have got. */
export interface Rung {
  recipient: string;
  /** None of an alert. */
  references: string[];
  /** Whether each request had been named on this phone before. */
  isRepeat: boolean[];
  /** Whether the server knows that it arrived, and if not, whether it has to expect that. */
  isAccepted: boolean;
  mayHaveArrived: boolean;
  /** An alert rings without a place while the store fails. */
  hasPlace: boolean;
  /** Elapsed time when the alarm was sent, and the process that sent it. */
  began: number;
  process: number;
  /** When that was by the time of due deliveries. */
  beganByStore: number;
}

export interface AlarmPromiseParts {
  elapsed(): number;
  query(sql: string, parameters: Record<string, string | number>): Record<string, unknown>[];
  /** Called with a broken promise. */
  report(what: string): void;
  isStoreGood(): boolean;
  /** When the store last began to fail, or to work again. */
  storeChangedAt(): number;
  /** The time by which deliveries are due. */
  storeTime(): number;
  /** The latest that any process has had: see the store. */
  latestTime(): number;
}

/** How long each phone's turn lasts: the next one's begins after it. */
const turn = 9 * minute;

/** Orders an alarm's requests: kind, then first mention or repeat, then turn and age. */
const place = `
  select reference, requests.id, sends > 0 as "isRepeat", case when sends > 0 then 0 else turn end as turn,
    case when honeypot_filled = 1 then 2 else 1 - emergency end as kind, step, posted_at as "postedAt"
  from deliveries join requests on requests.id = request_id
  where channel = '${pageChannel}' and recipient = :recipient`;

const inOrder = 'order by kind, "isRepeat", turn, requests.id';

const findSending = `${place} and state = 'sending' ${inOrder}`;

/** The first of those that have waited for ten seconds. Another server may have noted a result in this moment. */
const findFirstWaiting = `
  ${place} and state = 'pending' and due_at <= :due and coalesce(tried_at, 0) <> :wallClock
  ${inOrder} limit 1`;

const countWaiting = `
  select count(*) as count from deliveries
  where channel = '${pageChannel}' and recipient = :recipient and state = 'pending' and due_at <= :due`;

const findBucket = `
  select full_at from buckets where channel = '${pageChannel}' and recipient = :recipient`;

type Place = Record<'reference' | 'id' | 'isRepeat' | 'turn' | 'kind' | 'step' | 'postedAt', unknown>;

/** Promises about each alarm, checked as it begins. */
export function alarmPromises(parts: AlarmPromiseParts & { rung: readonly Rung[] }) {
  const { elapsed, query, report, isStoreGood, storeChangedAt, storeTime, latestTime, rung } = parts;
  /** When each bucket will be full again, by the alarms that reached a phone, or may have, and when that was noted. */
  const buckets = new Map<PhoneName, { process: number; notedAt: number; fullAt: number }>();
  const failedAt = new Map<PhoneName, number>();

  return {
    /** Returns whether each request of the alarm had been named on this phone before. */
    begin(
      recipient: PhoneName,
      { process, clock }: { process: number; clock: Clock },
      page: Page,
    ): boolean[] {
      const sending = new Map(query(findSending, { recipient }).map((one) => [one.reference, one as Place]));
      const named = page.requests.map(({ reference }) => sending.get(reference));
      for (const one of named) {
        if (one?.isRepeat) {
          checkTime(recipient, process, one);
        } else if (one) {
          checkTurn(recipient, one);
        }
      }
      checkOrder(recipient, clock, [...sending.values()].filter((one) => named.includes(one)).at(-1));
      checkNumber(recipient, page);
      checkBucket(recipient, process);
      return named.map((one) => Boolean(one?.isRepeat));
    },
    /** An alarm reached nobody for certain: it takes no place. */
    returnPlace(recipient: PhoneName): void {
      const known = buckets.get(recipient);
      if (known) {
        known.fullAt -= refill;
      }
    },
    noteFailure(recipient: PhoneName): void {
      failedAt.set(recipient, elapsed());
    },
  };

  /** Nothing that waits comes before what an alarm names. An alert, which names nothing, comes last. */
  function checkOrder(recipient: PhoneName, clock: Clock, last: Place | undefined): void {
    if (!last && !isStoreGood()) {
      return;
    }
    const wallClock = clock.now().getTime();
    const [waiting] = query(findFirstWaiting, { recipient, due: storeTime() - 10 * second, wallClock });
    if (waiting && (!last || isBefore(waiting as Place, last))) {
      report(
        `${recipient} was not told of ${waiting.reference}, but of ${last?.reference ?? 'a fault'} after it`,
      );
    }
  }

  /** An alarm names as many as fit, and counts whoever else has waited for ten seconds. */
  function checkNumber(recipient: PhoneName, { requests, waiting, text }: Page): void {
    const most = mostNamed[recipient];
    if (requests.length > most) {
      report(`an alarm to ${recipient} named ${requests.length}`);
    }
    if (requests.length === 0) {
      return;
    }
    if (waiting > 0 && requests.length < most) {
      report(`an alarm to ${recipient} only counted what fits`);
    }
    const [others] = query(countWaiting, { recipient, due: storeTime() - 10 * second });
    if (Number(others?.count) > waiting) {
      report(`an alarm to ${recipient} counted too few`);
    }
    if (!text.endsWith(moreText(waiting))) {
      report(`an alarm to ${recipient} does not say how many wait`);
    }
  }

  /**
   * What a service refuses takes no place. One place more is allowed, because an alert takes its place a moment before
   * it is sent. While the store fails, a claim may take a place although its sender never learns of it.
   */
  function checkBucket(recipient: PhoneName, process: number): void {
    const [row] = query(findBucket, { recipient });
    const fullAt = Number(row?.full_at ?? 0);
    const known = buckets.get(recipient);
    if (known?.process !== process || !isStoreGood() || known.notedAt <= storeChangedAt()) {
      buckets.set(recipient, { process, notedAt: elapsed(), fullAt });
      return;
    }
    known.fullAt = Math.max(known.fullAt, storeTime()) + refill;
    if (fullAt > known.fullAt + 1.1 * refill) {
      report(`${recipient} lost the place of an alarm that reached nobody`);
    }
  }

  /** A repeat comes no earlier than its minute, and no minute that passed before the last ring is made up for. */
  function checkTime(recipient: PhoneName, process: number, { reference, step, postedAt }: Place): void {
    const times = ringTimes([{}, {}], phoneNames.indexOf(recipient));
    const dueAt = Number(postedAt) + (times[Number(step)] ?? 0);
    const isSame = (rang: Rung) =>
      rang.recipient === recipient && rang.references.includes(String(reference));
    const last = rung.findLast((rang) => rang.process === process && rang.isAccepted && isSame(rang));
    const lastAt = last ? storeTime() - elapsed() + last.began : Number.NEGATIVE_INFINITY;
    if (dueAt > latestTime() + second) {
      report(`${recipient} was told of ${reference} too early`);
    }
    if (dueAt < lastAt) {
      report(`${recipient} was told of ${reference} for a ring that it missed`);
    }
  }

  /** A phone's turn begins no earlier, unless the one before it can't be reached. A sender knows that for a while. */
  function checkTurn(recipient: PhoneName, { reference, postedAt }: Place): void {
    const position = phoneNames.indexOf(recipient);
    const before = phoneNames
      .slice(0, position)
      .map((name) => failedAt.get(name) ?? Number.NEGATIVE_INFINITY);
    const isQuiet = elapsed() - Math.max(storeChangedAt(), ...before) > hour;
    if (isQuiet && latestTime() - Number(postedAt) < position * turn - second) {
      report(`${recipient} was told of ${reference} before its turn`);
    }
  }
}

function isBefore(one: Place, other: Place): boolean {
  for (const part of ['kind', 'isRepeat', 'turn', 'id'] as const) {
    if (one[part] !== other[part]) {
      return Number(one[part]) < Number(other[part]);
    }
  }
  return false;
}
