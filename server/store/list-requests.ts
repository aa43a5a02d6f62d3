import * as v from 'valibot';
import { addDeliveries } from './deliveries.ts';
import { isUnsent } from './schema.ts';
import { date, requestColumns, requestRow } from './stored-request.ts';
import { takeTokenOf } from './take.ts';
import { emailChannel, type Parameter, type Transaction } from './transaction.ts';

const listedRow = v.object({
  ...requestRow.entries,
  doneAt: v.fallback(v.nullable(date), null),
  takenAt: v.fallback(v.nullable(date), null),
  takenBy: v.fallback(v.nullable(v.string()), null),
});

/** `id`: of its request. `result`: the outcome and the code of the last attempt. */
type Delivery = { id: number; channel: string; recipient: string; state: string; result: string | null };

export type ListedRequest = v.InferOutput<typeof listedRow> & {
  deliveries: Delivery[];
  takeToken: string;
};

/** For the owner: the latest requests, newest first. */
export function list(transaction: Transaction, limit: number): Promise<ListedRequest[]> {
  return select(transaction, 'order by id desc limit :limit', { limit });
}

export async function find(transaction: Transaction, reference: string): Promise<ListedRequest | undefined> {
  const [found] = await select(transaction, 'where reference = :reference', { reference });
  return found;
}

async function select(
  { query, hashKey }: Transaction,
  condition: string,
  parameters: Record<string, Parameter>,
): Promise<ListedRequest[]> {
  const requests = v.parse(v.array(listedRow), await query(findRequests + condition, parameters));
  const range = { newest: requests[0]?.requestId ?? 0, oldest: requests.at(-1)?.requestId ?? 0 };
  const deliveries = Map.groupBy(await query<Delivery>(findDeliveries, range), ({ id }) => id);
  return requests.map((request) => ({
    ...request,
    deliveries: deliveries.get(request.requestId) ?? [],
    takeToken: takeTokenOf(hashKey, request),
  }));
}

const findRequests = `
  select ${requestColumns}, done_at as "doneAt", taken_at as "takenAt", taken_by as "takenBy"
  from requests `;

const findDeliveries = `
  select request_id as id, channel, recipient, state, result from deliveries
  where request_id between :oldest and :newest order by deliveries.id`;

/**
 * Applies the owner's decision, and returns whether there is such a request. `send again` emails it now, unless
 * it is being sent. `done` ends even that.
 */
export async function decide(
  transaction: Transaction,
  reference: string,
  decision: 'send again' | 'done',
): Promise<boolean> {
  const { query, wallClock } = transaction;
  const doneAt = decision === 'done' ? wallClock : null;
  const [request] = await query<{ id: number }>(setDone, { reference, doneAt });
  if (request && decision === 'done') {
    await query(closeUnsent, request);
  } else if (request) {
    await addDeliveries(transaction, 'requests.id = :id', request, 1);
  }
  return request !== undefined;
}

const setDone = 'update requests set done_at = :doneAt where reference = :reference returning id';
const closeUnsent = `update deliveries set state = 'closed' where request_id = :id and ${isUnsent}`;

export interface StoreStatus {
  /** How many requests wait for an email to be accepted, of the 10,000 oldest. Without probable spam. */
  waiting: number;
  oldest?: Waiting | undefined;
  oldestEmergency?: Waiting | undefined;
  /** References of those with a refused delivery, oldest first. */
  refused: string[];
  /** Damaged files that were set aside and not removed yet. */
  setAside: string[];
}

/** `waited`: for how long, in milliseconds. */
type Waiting = { reference: string; waited: number };

/** Writes, because reading works even on a full or read-only disk. */
export async function status({ query, wallClock }: Transaction): Promise<StoreStatus> {
  await query('update installation set openings = openings + 1', {});
  const parameters = { channel: emailChannel, wallClock };
  const unsent = await query<Waiting & { emergency: number; refused: number }>(findUnsent, parameters);
  return {
    waiting: unsent.length,
    oldest: unsent[0],
    oldestEmergency: unsent.find(({ emergency }) => emergency === 1),
    refused: unsent.filter(({ refused }) => refused === 1).map(({ reference }) => reference),
    setAside: [],
  };
}

/** A refused one that is being tried again counts as refused until it is known how that ended. */
const findUnsent = `
  select reference, :wallClock - received_at as waited, emergency,
    max(case when state in ('refused', 'sending') and result like 'refused %' then 1 else 0 end) as refused
  from deliveries join requests on requests.id = request_id
  where ${isUnsent} and channel = :channel and (honeypot_filled = 0 or emergency = 1)
  group by requests.id
  order by received_at
  limit 10000`;
