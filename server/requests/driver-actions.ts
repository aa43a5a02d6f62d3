import { hour } from '../clock.ts';
import {
  type ActionResult,
  actOnRequest,
  endAlarms,
  endDeliveries,
  isEnded,
  resumeDeliveries,
} from './act-on-request.ts';
import type { RequestTransaction } from './channel-data.ts';
import { releaseRequest, restartFinishedAlarms } from './give-back.ts';
import { addErasureUpdates, addOwnerUpdates, findUnawareRecipients } from './owner-updates.ts';
import { getRequestState, type RequestWithHistory } from './request-with-history.ts';

/** How long the driver can undo a cancellation. */
const undoTime = 2 * hour;

/**
 * Returns the driver's deadline for undoing a cancellation, even if it has passed. Null if the request's state isn't
 * `canceled`, or if the driver has already undone a cancellation.
 */
export function getUndoDeadline(request: RequestWithHistory): number | null {
  const { canceledAt, stillNeededAt } = request;
  if (canceledAt === null || stillNeededAt !== null || getRequestState(request) !== 'canceled') {
    return null;
  }
  return canceledAt + undoTime;
}

/** Cancels a request because the driver no longer needs help, and stops the request's alarms. */
export function cancelRequest(
  transaction: RequestTransaction,
  { reference }: { reference: string },
): Promise<ActionResult> {
  return actOnRequest(transaction, reference, async ({ query, wallTime }, request) => {
    const state = getRequestState(request);
    if (state === 'canceled') {
      return false;
    }
    if (isEnded(request)) {
      return 'has_ended';
    }
    await query('update requests set canceled_at = :wallTime where id = :id', {
      id: request.requestId,
      wallTime,
    });
    await endAlarms(transaction, request.requestId);
    await addOwnerUpdates(transaction, request.requestId);
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
  return actOnRequest(transaction, reference, async ({ query, wallTime }, request) => {
    if (request.canceledAt === null) {
      return isEnded(request) ? 'has_ended' : false;
    }
    if (wallTime >= (getUndoDeadline(request) ?? 0)) {
      return 'has_ended';
    }
    await query(markStillNeededSql, { id: request.requestId, wallTime });
    const unaware = await findUnawareRecipients(transaction, request.requestId);
    await resumeDeliveries(transaction, request);
    await addOwnerUpdates(transaction, request.requestId, unaware);
    if (request.takenAt !== null) {
      // The person who took the request may know that it was canceled, and may have already turned around.
      await releaseRequest(transaction, request);
      await query('update requests set taken_by = null where id = :id', { id: request.requestId });
    } else {
      await restartFinishedAlarms(transaction, request);
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
  return actOnRequest(transaction, reference, async ({ query, wallTime }, request) => {
    if (request.erasedAt !== null) {
      return false;
    }
    const canceledAt = isByDriver && !isEnded(request) ? wallTime : request.canceledAt;
    await query(eraseSql, { id: request.requestId, wallTime, canceledAt });
    await query(recordErasureSql, { reference, at: wallTime });
    await endDeliveries(transaction, request.requestId);
    await addErasureUpdates(transaction, request.requestId);
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
