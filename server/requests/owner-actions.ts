import { addDeliveries } from './deliveries.ts';
import { firstStep, readPlaces } from './on-call.ts';
import {
  type ActionResult,
  type Actor,
  act,
  endAlarms,
  endDeliveries,
  isEnded,
  resumeDeliveries,
} from './request-changes.ts';
import { type RequestRecord, stateOf } from './request-record.ts';
import { pageChannel, type RequestTransaction } from './routes.ts';

/** Records who is handling a request, which stops its alarms. Another's request stays theirs. */
export function takeRequest(
  transaction: RequestTransaction,
  { reference, ...actor }: { reference: string } & Actor,
): Promise<ActionResult> {
  return act(transaction, reference, async (_, record) => {
    if (isEnded(record)) {
      return 'closed';
    }
    if (record.takenAt !== null) {
      return isSameActor(record, actor) ? false : 'already_taken';
    }
    await setTaken(transaction, record, actor);
    return true;
  });
}

/** A phone that lost the answer presses again, and is told that it has the request. */
function isSameActor(record: RequestRecord, { by, device }: Actor): boolean {
  return device === null
    ? record.takenDevice === null && record.takenBy === by
    : record.takenDevice === device;
}

async function setTaken(
  transaction: RequestTransaction,
  { requestId }: RequestRecord,
  { by, device }: Actor,
) {
  const { query, wallClock } = transaction;
  await query(markTaken, { id: requestId, by, device, wallClock });
  await endAlarms(transaction, requestId);
}

const markTaken = `
  update requests set taken_at = :wallClock, taken_by = :by, taken_device = :device
  where id = :id and taken_at is null`;

/** "On my way": takes the request, too, if nobody has. Whoever comes may change the minutes. */
export function sendOnTheWay(
  transaction: RequestTransaction,
  { reference, minutes, ...actor }: { reference: string; minutes: number } & Actor,
): Promise<ActionResult> {
  return act(transaction, reference, async ({ query, wallClock }, record) => {
    if (isEnded(record)) {
      return 'closed';
    }
    if (record.takenAt !== null && !isSameActor(record, actor)) {
      return 'already_taken';
    }
    if (record.takenAt === null) {
      await setTaken(transaction, record, actor);
    }
    await query('update requests set eta_minutes = :minutes, eta_at = :wallClock where id = :id', {
      id: record.requestId,
      minutes,
      wallClock,
    });
    return true;
  });
}

/** Nobody has the request any more: the phones ring from the beginning of their ladder. */
export function giveBack(
  transaction: RequestTransaction,
  { reference }: { reference: string },
): Promise<ActionResult> {
  return act(transaction, reference, async ({ query }, record) => {
    if (isEnded(record)) {
      return 'closed';
    }
    if (record.takenAt === null) {
      return false;
    }
    await query(markGivenBack, { id: record.requestId });
    await startAlarmsAgain(transaction, record);
    return true;
  });
}

/** Keeps who had it, because the driver is told. */
const markGivenBack = `
  update requests
  set taken_at = null, taken_device = null, eta_minutes = null, eta_at = null
  where id = :id`;

async function startAlarmsAgain(transaction: RequestTransaction, { requestId }: RequestRecord) {
  const { query, now, routes } = transaction;
  const places = await readPlaces(transaction);
  for (const route of routes) {
    const { name, recipients } = route;
    if (name === pageChannel) {
      const to = JSON.stringify(recipients.map((recipient) => [recipient]));
      const { after, ...place } = firstStep(route, places);
      await query(restartAlarms, { id: requestId, channel: name, to, now, dueAt: now + after, ...place });
    }
  }
}

const restartAlarms = `
  update deliveries set state = 'pending', step = 0, posted_at = :now, due_at = :dueAt, delivered_at = null,
    position = :position, turns = :turns
  where request_id = :id and channel = :channel and state in ('pending', 'sent', 'closed')
    and recipient in (select value ->> 0 from json_each(:to))`;

/** Ends a request: the owner has done it, or it came from nobody who wants a repair. Nothing more is sent about it. */
export function endRequest(
  transaction: RequestTransaction,
  { reference, as }: { reference: string; as: 'done' | 'closed' },
): Promise<ActionResult> {
  return act(transaction, reference, async ({ query, wallClock }, record) => {
    const state = stateOf(record);
    if (state === 'erased') {
      return 'closed';
    }
    if (state === as) {
      return false;
    }
    await query(endings[as], { id: record.requestId, wallClock });
    await endDeliveries(transaction, record.requestId);
    return true;
  });
}

const endings = {
  done: 'update requests set done_at = :wallClock, closed_at = null where id = :id',
  closed: 'update requests set closed_at = :wallClock, done_at = null where id = :id',
};

/** Undoes `endRequest`: what had not been sent is due again, and the alarms go on where they were. */
export function reopenRequest(
  transaction: RequestTransaction,
  { reference }: { reference: string },
): Promise<ActionResult> {
  return act(transaction, reference, async ({ query }, record) => {
    const state = stateOf(record);
    if (state === 'erased' || state === 'canceled') {
      return 'closed';
    }
    if (state !== 'done' && state !== 'closed') {
      return false;
    }
    await query('update requests set done_at = null, closed_at = null where id = :id', {
      id: record.requestId,
    });
    await resumeDeliveries(transaction, record);
    return true;
  });
}

/** Emails a request once more, marked as a possible duplicate. */
export function emailAgain(
  transaction: RequestTransaction,
  { reference }: { reference: string },
): Promise<ActionResult> {
  return act(transaction, reference, async (_, record) => {
    if (record.erasedAt !== null) {
      return 'closed';
    }
    await addDeliveries(transaction, 'requests.id = :id', { id: record.requestId }, 1);
    return true;
  });
}

/** Ends, or reopens, every request of the network that one came from. Returns how many. */
export async function endNetwork(
  transaction: RequestTransaction,
  { reference, as }: { reference: string; as: 'closed' | 'open' },
): Promise<number> {
  const { query } = transaction;
  const references = await query<{ reference: string }>(as === 'closed' ? openOfNetwork : closedOfNetwork, {
    reference,
  });
  for (const { reference: one } of references) {
    if (as === 'closed') {
      await endRequest(transaction, { reference: one, as });
    } else {
      await reopenRequest(transaction, { reference: one });
    }
  }
  return references.length;
}

const ofNetwork = `
  select reference from requests
  where network = (select network from requests where reference = :reference) and erased_at is null`;
const openOfNetwork = `${ofNetwork} and done_at is null and closed_at is null and taken_at is null`;
const closedOfNetwork = `${ofNetwork} and closed_at is not null`;
