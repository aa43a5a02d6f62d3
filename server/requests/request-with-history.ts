import * as v from 'valibot';
import type { RequestState } from '../../contract/request-status.ts';
import { slotUsedAtColumn } from '../queue/budget.ts';
import { stepsBeganAtColumn } from '../queue/claim.ts';
import { flagColumn, type Parameter, type Transaction } from '../queue/transaction.ts';
import { emailChannelName, pagingChannelName } from './channel-data.ts';
import { requestColumns, requestRow } from './stored-request.ts';

/** PostgreSQL returns sums as text. */
const countColumn = v.fallback(v.pipe(v.unknown(), v.transform(Number), v.number()), 0);
const nullableNumber = v.fallback(v.nullable(v.number()), null);

/**
 * A request and its history. All times are milliseconds since 1970, except the Date `receivedAt`. `lastAlarmAt` and
 * `nextDueAt` are trusted times, and the others are by the wall clock.
 */
const historyRow = v.object({
  ...requestRow.entries,
  emergency: flagColumn,
  network: v.fallback(v.nullable(v.string()), null),
  takenAt: nullableNumber,
  takenBy: v.fallback(v.nullable(v.string()), null),
  takenDevice: nullableNumber,
  takenRetryKey: v.fallback(v.nullable(v.string()), null),
  etaMinutes: nullableNumber,
  etaAt: nullableNumber,
  doneAt: nullableNumber,
  canceledAt: nullableNumber,
  closedAt: nullableNumber,
  erasedAt: nullableNumber,
  stillNeededAt: nullableNumber,
  emailedAt: nullableNumber,
  /** The number of alarms that a service accepted. */
  rings: countColumn,
  firstRungAt: nullableNumber,
  lastRungAt: nullableNumber,
  /** The number of deliveries to on-call recipients. */
  alarmDeliveries: countColumn,
  /** How many of these deliveries still wait. Refused ones don't count. */
  waitingAlarmDeliveries: countColumn,
  lastAlarmAt: nullableNumber,
  nextDueAt: nullableNumber,
});

export type RequestWithHistory = v.InferOutput<typeof historyRow> & {
  linkAge: number;
  /**
   * The earliest time when a recipient may ring next, by the wall clock. Null if no alarm is pending. Also null if one
   * is already due, because nobody knows when it gets a slot.
   */
  nextRingAt: number | null;
};

/** Returns the requests that meet an SQL condition on the table `requests`. */
export async function selectWithHistory(
  { query, trustedTime, wallTime }: Transaction,
  condition: string,
  parameters: Record<string, Parameter>,
  orderAndLimit = 'order by requests.id desc',
): Promise<RequestWithHistory[]> {
  const channels = { emailChannelName, pagingChannelName };
  const rows = await query(`${buildSelectSql(condition)} ${orderAndLimit}`, { ...parameters, ...channels });
  return v.parse(v.array(historyRow), rows).map((request) => ({
    ...request,
    linkAge: computeLinkAge(request, trustedTime),
    nextRingAt:
      request.nextDueAt === null || request.nextDueAt <= trustedTime
        ? null
        : wallTime + request.nextDueAt - trustedTime,
  }));
}

/**
 * The column that also serves as the time of the recipient's last ring. A claim and its result set the column to the
 * current time, unless the message certainly reached nobody.
 */
const lastRingColumn = slotUsedAtColumn;

/**
 * SQL expression: when the request's alarms last started or last rang, whichever is later. For a request without
 * alarms, this is when its first delivery was added. All these times are trusted times.
 */
export const lastAlarmAtSql = `coalesce(
  max(case when channel = :pagingChannelName and ${lastRingColumn} > ${stepsBeganAtColumn} then ${lastRingColumn}
    when channel = :pagingChannelName then ${stepsBeganAtColumn} end),
  min(${stepsBeganAtColumn}))`;

/** Returns the age of the links in a request's latest alarms, in milliseconds. */
export const computeLinkAge = (
  { lastAlarmAt, receivedAt }: { lastAlarmAt: number | null; receivedAt: Date },
  now: number,
): number => now - (lastAlarmAt ?? receivedAt.getTime());

export async function findWithHistory(
  transaction: Transaction,
  reference: string,
): Promise<RequestWithHistory | undefined> {
  const [request] = await selectWithHistory(transaction, 'reference = :reference', { reference });
  return request;
}

const buildSelectSql = (condition: string) => `
  select ${requestColumns}, emergency, network, taken_at as "takenAt", taken_by as "takenBy",
    taken_device as "takenDevice", taken_key as "takenRetryKey", eta_minutes as "etaMinutes", eta_at as "etaAt", done_at as "doneAt",
    requests.canceled_at as "canceledAt", closed_at as "closedAt", erased_at as "erasedAt",
    still_needed_at as "stillNeededAt", emailed_at as "emailedAt", rings, first_rung_at as "firstRungAt",
    last_rung_at as "lastRungAt", alarm_deliveries as "alarmDeliveries",
    waiting_alarm_deliveries as "waitingAlarmDeliveries", next_due_at as "nextDueAt",
    last_alarm_at as "lastAlarmAt"
  from requests left join (
    select request_id, ${lastAlarmAtSql} as last_alarm_at,
      min(case when channel = :emailChannelName then delivered_at end) as emailed_at,
      sum(case when channel = :pagingChannelName then sends else 0 end) as rings,
      min(case when channel = :pagingChannelName then first_sent_at end) as first_rung_at,
      max(case when channel = :pagingChannelName then last_sent_at end) as last_rung_at,
      sum(case when channel = :pagingChannelName then 1 else 0 end) as alarm_deliveries,
      sum(case when channel = :pagingChannelName and state in ('pending', 'sending') then 1 else 0 end)
        as waiting_alarm_deliveries,
      min(case when channel = :pagingChannelName and state = 'pending' then due_at end) as next_due_at
    from deliveries
    where request_id in (select requests.id from requests where ${condition})
    group by request_id
  ) as delivery_summary on delivery_summary.request_id = requests.id
  where ${condition}`;

/** Returns a request's state. An ending takes precedence over earlier events. */
export function getRequestState(request: RequestWithHistory): RequestState {
  if (request.erasedAt !== null) {
    return 'erased';
  }
  if (request.doneAt !== null) {
    return 'done';
  }
  if (request.closedAt !== null) {
    return 'closed';
  }
  if (request.canceledAt !== null) {
    return 'canceled';
  }
  if (request.takenAt !== null) {
    return request.etaAt === null ? 'taken' : 'on_the_way';
  }
  if (request.waitingAlarmDeliveries > 0) {
    return 'ringing';
  }
  return request.alarmDeliveries > 0 ? 'unanswered' : 'received';
}

/** SQL expression: when the request was done, closed, canceled, or erased. Null if it hasn't ended. */
export const endedAtSql = 'coalesce(erased_at, done_at, closed_at, requests.canceled_at)';
/** SQL condition: the request has ended. */
export const endedCondition = `${endedAtSql} is not null`;
/** SQL condition: the request needs no more alarms, because somebody took it or it has ended. */
export const needsNoAlarmsCondition = `(taken_at is not null or ${endedCondition})`;

/** Returns when the request ended, like `endedAtSql`, or null if it hasn't ended. */
export const getEndedAt = (request: RequestWithHistory): number | null =>
  request.erasedAt ?? request.doneAt ?? request.closedAt ?? request.canceledAt;

/**
 * SQL condition: the request may still need action.
 * - A canceled request that somebody had taken stays open until it is done, closed, or erased.
 * - A request isn't open if all its deliveries were finished under schema version 7, when owners seldom marked requests
 *   as done. Such deliveries have no `stepsBeganAtColumn`.
 */
export const needsOwnerCondition = `done_at is null and closed_at is null and erased_at is null
  and (requests.canceled_at is null or taken_at is not null)
  and exists (select 1 from deliveries where request_id = requests.id and ${stepsBeganAtColumn} is not null)`;
