import { addNews } from './news.ts';
import {
  type ActionResult,
  act,
  endAlarms,
  endDeliveries,
  isEnded,
  resumeDeliveries,
} from './request-changes.ts';
import { type RequestRecord, stateOf } from './request-record.ts';
import type { RequestTransaction } from './routes.ts';

/** How long after canceling the driver can take it back, in milliseconds. */
const stillNeededWithin = 2 * 60 * 60_000;

/** Returns the end of the time in which the driver can undo the cancellation. Null if the driver can't, or already has once. */
export function restorableUntil(record: RequestRecord): number | null {
  const { canceledAt, stillNeededAt } = record;
  if (canceledAt === null || stillNeededAt !== null || stateOf(record) !== 'canceled') {
    return null;
  }
  return canceledAt + stillNeededWithin;
}

/** The driver no longer needs help: no phone rings about it any more. */
export function cancelRequest(
  transaction: RequestTransaction,
  { reference }: { reference: string },
): Promise<ActionResult> {
  return act(transaction, reference, async ({ query, wallClock }, record) => {
    const state = stateOf(record);
    if (state === 'canceled') {
      return false;
    }
    if (isEnded(record)) {
      return 'closed';
    }
    await query('update requests set canceled_at = :wallClock where id = :id', {
      id: record.requestId,
      wallClock,
    });
    await endAlarms(transaction, record.requestId);
    await addNews(transaction, record.requestId);
    return true;
  });
}

/**
 * Takes a cancellation back, once: canceling and undoing must not ring phones forever. The alarms go on where they
 * were.
 */
export function stillNeedHelp(
  transaction: RequestTransaction,
  { reference }: { reference: string },
): Promise<ActionResult> {
  return act(transaction, reference, async ({ query, wallClock }, record) => {
    if (record.canceledAt === null) {
      return isEnded(record) ? 'closed' : false;
    }
    if (wallClock >= (restorableUntil(record) ?? 0)) {
      return 'closed';
    }
    await query(markStillNeeded, { id: record.requestId, wallClock });
    await resumeDeliveries(transaction, record);
    return true;
  });
}

const markStillNeeded = `
  update requests set canceled_at = null, still_needed_at = :wallClock where id = :id`;

/**
 * Deletes what a request says. Its limits stay as they were: otherwise erasing would let one client post without end.
 * The row itself goes a day later (retention.ts).
 */
export function eraseRequest(
  transaction: RequestTransaction,
  { reference }: { reference: string },
): Promise<ActionResult> {
  return act(transaction, reference, async ({ query, wallClock }, record) => {
    if (record.erasedAt !== null) {
      return false;
    }
    await query(erase, { id: record.requestId, wallClock });
    await query(noteErasure, { reference, at: wallClock });
    await endDeliveries(transaction, record.requestId);
    await addNews(transaction, record.requestId);
    return true;
  });
}

const erase = `
  update requests set fields = '{}', taken_by = null, erased_at = :wallClock where id = :id`;

/** A restored backup may have what was erased since: see restore.ts. */
const noteErasure = `
  insert into erasures (reference, at) values (:reference, :at) on conflict (reference) do nothing`;
