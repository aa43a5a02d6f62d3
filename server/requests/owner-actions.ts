import {
  type ActionResult,
  type Actor,
  actOnRequest,
  endAlarms,
  endDeliveries,
  isEnded,
  resumeDeliveries,
} from './act-on-request.ts';
import { emailChannelName, type RequestTransaction } from './channel-data.ts';
import { addOrReopenDeliveries } from './deliveries.ts';
import { startEmailWait } from './email-wait.ts';
import { addNewRecipients } from './give-back.ts';
import { getRequestState, type RequestWithHistory } from './request-with-history.ts';

/** Records who is handling a request, which stops its alarms. A request that somebody else took stays theirs. */
export function takeRequest(
  transaction: RequestTransaction,
  { reference, ...actor }: { reference: string } & Actor,
): Promise<ActionResult> {
  return actOnRequest(transaction, reference, async (_, request) => {
    if (isEnded(request)) {
      return 'has_ended';
    }
    if (request.takenAt !== null) {
      return isSameActor(request, actor) ? false : 'already_taken';
    }
    await setTaken(transaction, request, actor);
    return true;
  });
}

/**
 * Whether the same device took the request before. After a lost response, it may send the action again. A name doesn't
 * identify an unpaired device, because two people may give the same name, or none.
 */
function isSameActor(request: RequestWithHistory, { device, retryKey }: Actor): boolean {
  return device === null
    ? request.takenDevice === null && retryKey !== undefined && request.takenRetryKey === retryKey
    : request.takenDevice === device;
}

async function setTaken(
  transaction: RequestTransaction,
  { requestId }: RequestWithHistory,
  {
    by,
    device,
    retryKey = null,
  }: { by: string; device: number | null; retryKey?: string | undefined | null },
) {
  const { query, wallTime } = transaction;
  await query(markTakenSql, { id: requestId, by, device, retryKey, wallTime });
  await endAlarms(transaction, requestId);
}

const markTakenSql = `
  update requests set taken_at = :wallTime, taken_by = :by, taken_device = :device, taken_key = :retryKey
  where id = :id and taken_at is null`;

/**
 * Records that somebody is on the way, and their estimate. If nobody had taken the request, or if this person probably
 * took it in another browser, they also take it. Another call changes the estimate.
 */
export function markOnTheWay(
  transaction: RequestTransaction,
  { reference, minutes, ...actor }: { reference: string; minutes: number } & Actor,
): Promise<ActionResult> {
  return actOnRequest(transaction, reference, async ({ query, wallTime }, request) => {
    if (isEnded(request)) {
      return 'has_ended';
    }
    // ntfy's button, which sends no name, and browsers that aren't paired take a request without a device. The same
    // person may then open Dispatch. Two people with one first name are less likely.
    const isLikelyOwn =
      request.takenDevice === null &&
      actor.device !== null &&
      (!request.takenBy || isSameName(request.takenBy, actor.by));
    if (request.takenAt !== null && !isLikelyOwn && !isSameActor(request, actor)) {
      return 'already_taken';
    }
    if (request.takenAt === null) {
      await setTaken(transaction, request, actor);
    } else if (isLikelyOwn) {
      await query(markTakerSql, { id: request.requestId, by: actor.by, device: actor.device });
    }
    await query('update requests set eta_minutes = :minutes, eta_at = :wallTime where id = :id', {
      id: request.requestId,
      minutes,
      wallTime,
    });
    return true;
  });
}

const isSameName = (name: string, otherName: string) => name.toLowerCase() === otherName.toLowerCase();

const markTakerSql = 'update requests set taken_by = :by, taken_device = :device where id = :id';

/**
 * Ends a request as done or, with `closed`, as not from a customer. Closes its unfinished deliveries, except stop
 * orders.
 */
export function endRequest(
  transaction: RequestTransaction,
  { reference, ending }: { reference: string; ending: 'done' | 'closed' },
): Promise<ActionResult> {
  return actOnRequest(transaction, reference, async ({ query, wallTime }, request) => {
    const state = getRequestState(request);
    if (state === 'erased') {
      return 'has_ended';
    }
    if (state === ending) {
      return false;
    }
    await query(endRequestSql[ending], { id: request.requestId, wallTime });
    await endDeliveries(transaction, request.requestId);
    return true;
  });
}

const endRequestSql = {
  done: 'update requests set done_at = :wallTime, closed_at = null where id = :id',
  closed: 'update requests set closed_at = :wallTime, done_at = null where id = :id',
};

/** Undoes `endRequest`, and resumes the request's deliveries (`resumeDeliveries`). */
export function reopenRequest(
  transaction: RequestTransaction,
  { reference }: { reference: string },
): Promise<ActionResult> {
  return actOnRequest(transaction, reference, async ({ query }, request) => {
    const state = getRequestState(request);
    if (state === 'erased' || state === 'canceled') {
      return 'has_ended';
    }
    if (state !== 'done' && state !== 'closed') {
      return false;
    }
    await query('update requests set done_at = null, closed_at = null where id = :id', {
      id: request.requestId,
    });
    await resumeDeliveries(transaction, request);
    await addNewRecipients(transaction, request);
    return true;
  });
}

/** Marks a request done for `npm run requests`, even if it has already ended. Returns whether the request exists. */
export async function forceDone(transaction: RequestTransaction, reference: string): Promise<boolean> {
  const { query, wallTime, lock } = transaction;
  await lock('claim');
  const [request] = await query<{ id: number }>(forceDoneSql, { reference, wallTime });
  if (request) {
    await endDeliveries(transaction, request.id);
  }
  return request !== undefined;
}

const forceDoneSql = 'update requests set done_at = :wallTime where reference = :reference returning id';

/**
 * Emails a request again for `npm run requests`, unless its email is being sent. The transaction must have no paging
 * channel, because otherwise the request's alarms would start again. Returns whether the request exists and isn't
 * erased.
 */
export async function emailAgainFromCommand(
  transaction: RequestTransaction,
  reference: string,
): Promise<boolean> {
  await transaction.lock('claim');
  const [request] = await transaction.query<{ id: number }>(findIdSql, { reference });
  if (request) {
    await startEmailWait(transaction, request.id);
    await addOrReopenDeliveries(transaction, 'requests.id = :id', request, { reopensAll: true });
  }
  return request !== undefined;
}

const findIdSql = 'select id from requests where reference = :reference and erased_at is null';

/**
 * Emails a request now, unless its email is being sent. If it was emailed before, the email says that it is a possible
 * duplicate.
 */
export function emailAgain(
  transaction: RequestTransaction,
  { reference }: { reference: string },
): Promise<ActionResult> {
  return actOnRequest(transaction, reference, async (_, request) => {
    if (request.erasedAt !== null) {
      return 'has_ended';
    }
    await startEmailWait(transaction, request.requestId);
    const channels = transaction.channels.filter(({ name }) => name === emailChannelName);
    const parameters = { id: request.requestId };
    await addOrReopenDeliveries({ ...transaction, channels }, 'requests.id = :id', parameters, {
      reopensAll: true,
    });
    return true;
  });
}

/** Closes a network's open, untaken requests. `reference` is any of them. Returns their number. */
export async function closeNetworkRequests(
  transaction: RequestTransaction,
  { reference }: { reference: string },
): Promise<number> {
  // Somebody may be taking one of the requests at the same time.
  await transaction.lock('claim');
  const open = await transaction.query<{ reference: string }>(findOpenInNetworkSql, { reference });
  for (const row of open) {
    await endRequest(transaction, { reference: row.reference, ending: 'closed' });
  }
  return open.length;
}

/** Reopens requests that `closeNetworkRequests` closed together. `reference` is any of them. Returns their number. */
export async function reopenNetworkRequests(
  transaction: RequestTransaction,
  { reference }: { reference: string },
): Promise<number> {
  await transaction.lock('claim');
  const closed = await transaction.query<{ reference: string }>(findClosedTogetherSql, { reference });
  for (const row of closed) {
    await reopenRequest(transaction, { reference: row.reference });
  }
  return closed.length;
}

/** Also matches the request itself, because the hash of its network may be deleted. */
const findOpenInNetworkSql = `
  select reference from requests
  where (reference = :reference or network = (select network from requests where reference = :reference))
    and erased_at is null and done_at is null and closed_at is null and canceled_at is null and taken_at is null`;
/** The requests that were closed at the same time. By now, the hash of their network may be deleted. */
const findClosedTogetherSql = `
  select reference from requests
  where closed_at = (select closed_at from requests where reference = :reference) and erased_at is null`;
