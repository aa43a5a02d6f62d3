import * as v from 'valibot';
import { hasUnsentEmail } from './deliveries.ts';
import { isUnsent } from './schema.ts';
import { date, requestColumns, requestRow } from './stored-request.ts';
import { takeTokenOf } from './take.ts';
import { emailChannel, type Parameter, type Transaction } from './transaction.ts';

export interface ListOptions {
  /** `unsent`: with a delivery that is not sent and still wanted. */
  which: 'all' | 'unsent' | 'finished';
  /** The id of the last request on the previous page. */
  before?: number;
  limit: number;
}

const listedRow = v.object({
  ...requestRow,
  /** When the owner marked it as done. */
  doneAt: v.nullable(date),
  /** When somebody first said that they take it, and who. */
  takenAt: v.nullable(date),
  takenBy: v.nullable(v.string()),
});

const deliveryRow = v.object({
  channel: v.string(),
  recipient: v.string(),
  state: v.picklist(['pending', 'sending', 'sent', 'refused', 'filed', 'closed']),
  /** The outcome and the code of the last attempt. */
  result: v.nullable(v.string()),
  deliveredAt: v.nullable(date),
});

export type ListedDelivery = v.InferOutput<typeof deliveryRow>;
export type ListedRequest = v.InferOutput<typeof listedRow> & {
  deliveries: ListedDelivery[];
  /** Whoever has it may take the request. */
  takeToken: string;
};

/** `send again`: emailed now, marked as a possible duplicate. `done`: dealt with, so nothing more is sent. */
export type Decision = 'send again' | 'done';

/** For the owner: complete requests, newest first. */
export function list(
  transaction: Transaction,
  { which, before = Number.MAX_SAFE_INTEGER, limit }: ListOptions,
): Promise<ListedRequest[]> {
  const condition = { all: '', unsent: `and ${hasUnsentEmail}`, finished: `and not ${hasUnsentEmail}` }[
    which
  ];
  return select(transaction, `id < :before ${condition} order by id desc limit :limit`, { before, limit });
}

export async function find(transaction: Transaction, reference: string): Promise<ListedRequest | undefined> {
  const [found] = await select(transaction, 'reference = :reference', { reference });
  return found;
}

async function select(
  { query, hashKey }: Transaction,
  which: string,
  parameters: Record<string, Parameter>,
): Promise<ListedRequest[]> {
  const requests = await query(
    `select ${requestColumns}, done_at as "doneAt", taken_at as "takenAt", taken_by as "takenBy" from requests where ${which}`,
    parameters,
    listedRow,
  );
  const found: ListedRequest[] = [];
  for (const request of requests) {
    const deliveries = await query(
      `select channel, recipient, state, result, delivered_at as "deliveredAt"
       from deliveries where request_id = :id order by id`,
      { id: request.requestId },
      deliveryRow,
    );
    found.push({ ...request, deliveries, takeToken: takeTokenOf(hashKey, request) });
  }
  return found;
}

/**
 * Applies the owner's decision, and returns the references that there are. What is being sent now is left to its
 * sender when it is sent again, and taken from it when it is done.
 */
export async function decide(
  { query, now, wallClock, routes }: Transaction,
  references: readonly string[],
  decision: Decision,
): Promise<string[]> {
  const found: string[] = [];
  for (const reference of references) {
    const isDone = decision === 'done';
    const [request] = await query(
      'update requests set done_at = :doneAt where reference = :reference returning id',
      { reference, doneAt: isDone ? wallClock : null },
      v.object({ id: v.number() }),
    );
    if (request) {
      found.push(reference);
      const recipients = routes.filter(({ name }) => name === emailChannel).flatMap((one) => one.recipients);
      for (const recipient of isDone ? [] : recipients) {
        await query(sendAgain, { ...request, channel: emailChannel, recipient, now });
      }
      if (isDone) {
        await query(closeUnsent, request);
      }
    }
  }
  return found;
}

const closeUnsent = `
  update deliveries
  set state = 'closed', lease_token = null, lease_ends_at = null
  where request_id = :id and ${isUnsent}`;

const sendAgain = `
  update deliveries
  set state = 'pending', due_at = :now, delivered_at = null,
    possible_duplicate = case when state = 'sent' then 1 else possible_duplicate end
  where request_id = :id and channel = :channel and recipient = :recipient and state <> 'sending'`;
