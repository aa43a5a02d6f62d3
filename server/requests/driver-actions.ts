import { hour } from '../clock.ts';
import {
  type ActionResult,
  changeRequest,
  endAlarms,
  endDeliveries,
  isEnded,
  resumeDeliveries,
} from './change-request.ts';
import type { RequestTransaction } from './channel-data.ts';
import { releaseRequest, restartFinishedAlarms } from './give-back.ts';
import { addErasureUpdates, addOwnerUpdates, findUnawareRecipients } from './owner-updates.ts';
import { getRequestState, type RequestRecord } from './request-record.ts';

/** How long the driver can undo a cancellation. */
const undoTime = 2 * hour;

/**
 * Returns the driver's deadline for undoing a cancellation, even if it has passed. Null if the request's state isn't
 * `canceled`, or if the driver has already undone a cancellation.
 */
export function getUndoDeadline(record: RequestRecord): number | null {
  const { canceledAt, stillNeededAt } = record;
  if (canceledAt === null || stillNeededAt !== null || getRequestState(record) !== 'canceled') {
    return null;
  }
  return canceledAt + undoTime;
}

/** Cancels a request because the driver no longer needs help, and stops the request's alarms. */
export function cancelRequest(
  transaction: RequestTransaction,
  { reference }: { reference: string },
): Promise<ActionResult> {
  return changeRequest(transaction, reference, async ({ query, wallTime }, record) => {
    const state = getRequestState(record);
    if (state === 'canceled') {
      return false;
    }
    if (isEnded(record)) {
      return 'has_ended';
    }
    await query('update requests set canceled_at = :wallTime where id = :id', {
      id: record.requestId,
      wallTime,
    });
    await endAlarms(transaction, record.requestId);
    await addOwnerUpdates(transaction, record.requestId);
    return true;
  });
}

/**
 * Undoes a cancellation, and tells the owner if needed. A driver can do this only once, because repeated canceling must
 * not cause alarms forever. The alarms continue at the step where they stopped. If somebody had taken the request, or
 * if no step was left, they start again from the first step.
 */
export function undoCancellation(
  transaction: RequestTransaction,
  { reference }: { reference: string },
): Promise<ActionResult> {
  return changeRequest(transaction, reference, async ({ query, wallTime }, record) => {
    if (record.canceledAt === null) {
      return isEnded(record) ? 'has_ended' : false;
    }
    if (wallTime >= (getUndoDeadline(record) ?? 0)) {
      return 'has_ended';
    }
    await query(markStillNeededSql, { id: record.requestId, wallTime });
    const unaware = await findUnawareRecipients(transaction, record.requestId);
    await resumeDeliveries(transaction, record);
    await addOwnerUpdates(transaction, record.requestId, unaware);
    if (record.takenAt !== null) {
      // The person who took the request may know that it was canceled, and may have already turned around.
      await releaseRequest(transaction, record);
      await query('update requests set taken_by = null where id = :id', { id: record.requestId });
    } else {
      await restartFinishedAlarms(transaction, record);
    }
    return true;
  });
}

const markStillNeededSql = `
  update requests set canceled_at = null, still_needed_at = :wallTime where id = :id`;

/**
 * Deletes a request's contents. If the driver deletes an open request, also cancels it, with the same time. The request
 * still counts toward the client's rate limit, because a client could otherwise post and erase endlessly. The row
 * itself is usually deleted a day later (sweep.ts).
 */
export function eraseRequest(
  transaction: RequestTransaction,
  { reference, isByDriver = false }: { reference: string; isByDriver?: boolean },
): Promise<ActionResult> {
  return changeRequest(transaction, reference, async ({ query, wallTime }, record) => {
    if (record.erasedAt !== null) {
      return false;
    }
    const canceledAt = isByDriver && !isEnded(record) ? wallTime : record.canceledAt;
    await query(eraseSql, { id: record.requestId, wallTime, canceledAt });
    await query(recordErasureSql, { reference, at: wallTime });
    await endDeliveries(transaction, record.requestId);
    await addErasureUpdates(transaction, record.requestId);
    return true;
  });
}

/** Assignments that erase all personal data of a request. A restore repeats them (restore.ts). */
export const erasingAssignmentsSql = "fields = '{}', taken_by = null";

const eraseSql = `
  update requests set ${erasingAssignmentsSql}, erased_at = :wallTime, canceled_at = :canceledAt
  where id = :id`;

/** Remembers the erasure, because a backup may contain the request: see restore.ts. */
const recordErasureSql = `
  insert into erasures (reference, at) values (:reference, :at) on conflict (reference) do nothing`;
