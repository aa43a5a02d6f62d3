import { isOpenState } from '../../contract/request-status.ts';
import { toJsonRows } from '../queue/transaction.ts';
import { unfinishedCondition } from '../queue/unfinished.ts';
import {
  currentRecipientCondition,
  ownerUpdateChannelName,
  pagingChannelName,
  type RequestTransaction,
  serializeRecipients,
  stopOrderChannelName,
} from './channel-data.ts';
import { findWithHistory, getRequestState, type RequestWithHistory } from './request-with-history.ts';
import { stopRepeatingAlarms } from './stop-repeating.ts';

/** The person who acts. `device` is the paired device's ID, or null if the person has only an alarm's link. */
export interface Actor {
  /** A first name, or ''. */
  by: string;
  device: number | null;
  /** Identifies the page of an unpaired device. If the response is lost, the page sends the same key again. */
  retryKey?: string | undefined;
}

/**
 * The result of an action. Repeating a completed action normally changes nothing and succeeds again. But "On my way"
 * restarts its countdown, and "Email me again" may send another email.
 */
export type ActionResult =
  | { outcome: 'succeeded'; request: RequestWithHistory; hasChanged: boolean }
  | { outcome: 'not_found' }
  /**
   * `already_taken`: somebody else is handling the request, or the press of "I'm taking it" to undo isn't the latest
   * one. `request` is its current state.
   */
  | { outcome: 'already_taken' | 'has_ended'; request: RequestWithHistory };

/** Performs an action on a request. Returns whether anything changed, or why the action isn't possible. */
type Act = (
  transaction: RequestTransaction,
  request: RequestWithHistory,
) => Promise<'already_taken' | 'has_ended' | boolean>;

/** Finds a request, performs an action on it, and returns the result with the request's new state. */
export async function actOnRequest(
  transaction: RequestTransaction,
  reference: string,
  act: Act,
): Promise<ActionResult> {
  await transaction.lock('claim');
  const before = await findWithHistory(transaction, reference);
  if (before === undefined) {
    return { outcome: 'not_found' };
  }
  const result = await act(transaction, before);
  if (typeof result === 'string') {
    return { outcome: result, request: before };
  }
  const request = (await findWithHistory(transaction, reference)) ?? before;
  return { outcome: 'succeeded', request, hasChanged: result };
}

/** Whether the request is done, closed, canceled, or erased. */
export const isEnded = (request: RequestWithHistory) => !isOpenState(getRequestState(request));

/** Stops a request's alarms, and tells services that repeat alarms to stop. */
export async function endAlarms(transaction: RequestTransaction, requestId: number): Promise<void> {
  await transaction.query(closeAlarmsSql, { requestId, pagingChannelName });
  await stopRepeatingAlarms(transaction, { requestId });
}

const closeAlarmsSql = `
  update deliveries set state = 'closed'
  where request_id = :requestId and channel = :pagingChannelName and state in ('pending', 'refused')`;

/** Closes a request's unfinished deliveries, even during an attempt, but not stop orders. */
export async function endDeliveries(transaction: RequestTransaction, requestId: number): Promise<void> {
  await stopRepeatingAlarms(transaction, { requestId });
  await transaction.query(closeUnfinishedSql, { requestId, stopOrderChannelName });
}

const closeUnfinishedSql = `
  update deliveries set state = 'closed',
    possible_duplicate = case when state = 'sending' then 1 else possible_duplicate end
  where request_id = :requestId and channel <> :stopOrderChannelName and ${unfinishedCondition}`;

/**
 * Resumes what `endDeliveries` or `endAlarms` stopped: reopens the closed deliveries to current recipients, at the
 * steps where they stopped. Deletes the owner updates about the ending.
 * - If nobody is handling the request, its alarms continue. An alarm with a stop order is due immediately, because the
 *   paging service may have stopped repeating it.
 * - If somebody is handling the request, its alarms stay closed, and its unsent stop orders are reopened.
 */
export async function resumeDeliveries(
  { query, trustedTime, channels }: RequestTransaction,
  { requestId, takenAt }: RequestWithHistory,
): Promise<void> {
  const isTaken = takenAt === null ? 0 : 1;
  const channelNames = { pagingChannelName, stopOrderChannelName };
  await query(resumeSql, {
    requestId,
    trustedTime,
    ...channelNames,
    isTaken,
    currentRecipients: serializeRecipients(channels),
  });
  const toDelete = [ownerUpdateChannelName, ...(isTaken ? [] : [stopOrderChannelName])];
  await query(deleteByChannelSql, { requestId, channels: toJsonRows(toDelete) });
}

const deleteByChannelSql = `
  delete from deliveries where request_id = :requestId and channel in (select value ->> 0 from json_each(:channels))`;

const resumeSql = `
  update deliveries set state = 'pending', due_at = case
    when due_at < :trustedTime or channel = :pagingChannelName and exists (
      select 1 from deliveries as stop_orders where stop_orders.request_id = deliveries.request_id
        and stop_orders.channel = :stopOrderChannelName and stop_orders.recipient = deliveries.recipient)
    then :trustedTime else due_at end
  where request_id = :requestId and state = 'closed'
    and ${currentRecipientCondition}
    and (:isTaken = 0 or channel <> :pagingChannelName)`;
