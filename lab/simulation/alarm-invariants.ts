import { type Clock, hour, minute, second } from '../../server/clock.ts';
import { formatWaiting, type PagingMessage } from '../../server/paging/alarm.ts';
import { computeRingTimes } from '../../server/paging/escalation.ts';
import { stepsBeganAtColumn } from '../../server/queue/claim.ts';
import { pagingChannelName } from '../../server/requests/channel-data.ts';
import { roundColumn } from '../../server/requests/deliveries.ts';
import { refillInterval } from './timetable.ts';

/** The phones, in order. */
export const phoneNames = ['ana', 'ben'] as const;
export type PhoneName = (typeof phoneNames)[number];

/** The maximum number of requests that an alarm names. The second phone gets text messages, which have less room. */
export const maxNamed: Record<PhoneName, number> = { ana: 5, ben: 3 };

/** An alarm that reached a phone, or may have. */
export interface SentAlarm {
  recipient: string;
  /** The requests that the alarm names. Empty for an alert. */
  references: string[];
  /** Whether each request had been named on this phone before. */
  isRepeat: boolean[];
  /** Whether the service confirmed the alarm. */
  isAccepted: boolean;
  /** Whether the alarm may have arrived without a confirmation. */
  mayHaveArrived: boolean;
  /** Whether the alarm used a slot in the bucket. While the store fails, alerts ring without one. */
  hasSlot: boolean;
  /** The elapsed time when the alarm was sent, and the process that sent it. */
  began: number;
  process: number;
  /** The store's time when the alarm was sent. */
  beganByStore: number;
}

export interface AlarmInvariantDependencies {
  elapsed(): number;
  query(sql: string, parameters: Record<string, string | number>): Record<string, unknown>[];
  /** Called with a broken promise. */
  report(message: string): void;
  isStoreGood(): boolean;
  /** Returns when the store last began to fail or recovered. */
  storeChangedAt(): number;
  /** Returns the store's time, which decides when deliveries are due. */
  storeTime(): number;
  /** Returns the latest store time of any process. */
  latestTime(): number;
}

/** The length of each phone's turn. The next phone's turn follows. */
const turnLength = 9 * minute;

/** Selects a phone's requests with the columns that `alarmOrderSql` sorts by. */
const selectPositionsSql = `
  select reference, requests.id, sends > 0 as "isRepeat", case when sends > 0 then 0 else ${roundColumn} end as round,
    case when honeypot_filled = 1 then 2 else 1 - emergency end as kind, step, ${stepsBeganAtColumn} as "stepsBeganAt"
  from deliveries join requests on requests.id = request_id
  where channel = '${pagingChannelName}' and recipient = :recipient`;

const alarmOrderSql = 'order by kind, "isRepeat", round, requests.id';

const findSendingSql = `${selectPositionsSql} and state = 'sending' ${alarmOrderSql}`;

/**
 * Finds the first request that has been due for ten seconds. Leaves out requests whose result another server has
 * recorded at this moment.
 */
const findFirstWaitingSql = `
  ${selectPositionsSql} and state = 'pending' and due_at <= :due and coalesce(tried_at, 0) <> :wallTime
  ${alarmOrderSql} limit 1`;

const countWaitingSql = `
  select count(*) as count from deliveries
  where channel = '${pagingChannelName}' and recipient = :recipient and state = 'pending' and due_at <= :due`;

const findBucketSql = `
  select full_at from buckets where channel = '${pagingChannelName}' and recipient = :recipient`;

/** A request's position in the order of alarms. */
type Position = Record<'reference' | 'id' | 'isRepeat' | 'round' | 'kind' | 'step' | 'stepsBeganAt', unknown>;

/** Checks the promises about each alarm as it begins. */
export function createAlarmInvariants(
  dependencies: AlarmInvariantDependencies & { alarms: readonly SentAlarm[] },
) {
  const { elapsed, query, report, isStoreGood, storeChangedAt, storeTime, latestTime, alarms } = dependencies;
  /** When each bucket will be full again, counting the alarms that reached a phone or may have. */
  const buckets = new Map<PhoneName, { process: number; notedAt: number; fullAt: number }>();
  const failedAt = new Map<PhoneName, number>();

  return {
    /** Checks an alarm. Returns for each of its requests whether the request had been named on this phone before. */
    begin(
      recipient: PhoneName,
      { process, clock }: { process: number; clock: Clock },
      alarm: PagingMessage,
    ): boolean[] {
      const sending = new Map(
        query(findSendingSql, { recipient }).map((position) => [position.reference, position as Position]),
      );
      const named = alarm.requests.map(({ reference }) => sending.get(reference));
      for (const position of named) {
        if (position?.isRepeat) {
          checkTime(recipient, process, position);
        } else if (position) {
          checkTurn(recipient, position);
        }
      }
      checkOrder(
        recipient,
        clock,
        [...sending.values()].filter((position) => named.includes(position)).at(-1),
      );
      checkNumber(recipient, alarm);
      checkBucket(recipient, process);
      return named.map((position) => Boolean(position?.isRepeat));
    },
    /** Returns the slot of an alarm that certainly reached nobody. */
    releaseSlot(recipient: PhoneName): void {
      const bucket = buckets.get(recipient);
      if (bucket) {
        bucket.fullAt -= refillInterval;
      }
    },
    noteFailure(recipient: PhoneName): void {
      failedAt.set(recipient, elapsed());
    },
  };

  /**
   * Reports a waiting request that should have come before the last request in the alarm. An alert names no request,
   * and comes after all requests.
   */
  function checkOrder(recipient: PhoneName, clock: Clock, last: Position | undefined): void {
    if (!last && !isStoreGood()) {
      return;
    }
    const wallTime = clock.wallTime().getTime();
    const [waiting] = query(findFirstWaitingSql, { recipient, due: storeTime() - 10 * second, wallTime });
    if (waiting && (!last || isBefore(waiting as Position, last))) {
      report(
        `an alarm to ${recipient} left out ${waiting.reference}, which comes before ${last?.reference ?? 'an alert'}`,
      );
    }
  }

  /**
   * Checks that an alarm names the maximum number of requests, and counts the others that have been due for ten
   * seconds.
   */
  function checkNumber(recipient: PhoneName, { requests, waiting, text }: PagingMessage): void {
    const max = maxNamed[recipient];
    if (requests.length > max) {
      report(`an alarm to ${recipient} named ${requests.length} requests`);
    }
    if (requests.length === 0) {
      return;
    }
    if (waiting > 0 && requests.length < max) {
      report(`an alarm to ${recipient} counted requests that it had room to name`);
    }
    const [others] = query(countWaitingSql, { recipient, due: storeTime() - 10 * second });
    if (Number(others?.count) > waiting) {
      report(`an alarm to ${recipient} counted too few requests`);
    }
    if (!text.endsWith(formatWaiting(waiting))) {
      report(`an alarm to ${recipient} does not say how many requests wait`);
    }
  }

  /**
   * Reports an alarm that used a slot but reached nobody. One extra slot is allowed, because an alert uses its slot
   * shortly before it is sent. While the store fails, nothing is checked, because a claim may use a slot although its
   * sender never gets the result.
   */
  function checkBucket(recipient: PhoneName, process: number): void {
    const [row] = query(findBucketSql, { recipient });
    const fullAt = Number(row?.full_at ?? 0);
    const bucket = buckets.get(recipient);
    if (bucket?.process !== process || !isStoreGood() || bucket.notedAt <= storeChangedAt()) {
      buckets.set(recipient, { process, notedAt: elapsed(), fullAt });
      return;
    }
    bucket.fullAt = Math.max(bucket.fullAt, storeTime()) + refillInterval;
    if (fullAt > bucket.fullAt + 1.1 * refillInterval) {
      report(`an alarm to ${recipient} used a slot but reached nobody`);
    }
  }

  /**
   * Reports a repeat that rings too early, and a repeat that makes up for a missed ring.
   */
  function checkTime(
    recipient: PhoneName,
    process: number,
    { reference, step, stepsBeganAt }: Position,
  ): void {
    const times = computeRingTimes([{}, {}], phoneNames.indexOf(recipient));
    const dueAt = Number(stepsBeganAt) + (times[Number(step)] ?? 0);
    const isSame = (alarm: SentAlarm) =>
      alarm.recipient === recipient && alarm.references.includes(String(reference));
    const last = alarms.findLast((alarm) => alarm.process === process && alarm.isAccepted && isSame(alarm));
    const lastAt = last ? storeTime() - elapsed() + last.began : Number.NEGATIVE_INFINITY;
    if (dueAt > latestTime() + second) {
      report(`an alarm to ${recipient} repeated ${reference} too early`);
    }
    if (dueAt < lastAt) {
      report(`an alarm to ${recipient} made up for a missed ring about ${reference}`);
    }
  }

  /**
   * Reports an alarm that rings before the phone's turn. The turn may begin early if an earlier phone failed within the
   * last hour, because a sender remembers failures for a while.
   */
  function checkTurn(recipient: PhoneName, { reference, stepsBeganAt }: Position): void {
    const position = phoneNames.indexOf(recipient);
    const before = phoneNames
      .slice(0, position)
      .map((name) => failedAt.get(name) ?? Number.NEGATIVE_INFINITY);
    const isQuiet = elapsed() - Math.max(storeChangedAt(), ...before) > hour;
    if (isQuiet && latestTime() - Number(stepsBeganAt) < position * turnLength - second) {
      report(`an alarm told ${recipient} about ${reference} before its turn`);
    }
  }
}

function isBefore(first: Position, second: Position): boolean {
  for (const part of ['kind', 'isRepeat', 'round', 'id'] as const) {
    if (first[part] !== second[part]) {
      return Number(first[part]) < Number(second[part]);
    }
  }
  return false;
}
