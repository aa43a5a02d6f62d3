import * as v from 'valibot';
import { emailChannel } from './routes.ts';
import { isUnsent } from './schema.ts';
import { type AnyRow, anyRow, dateOf, type StoredRequest, storedRequest } from './stored-request.ts';
import type { Transaction } from './transaction.ts';

export interface ListOptions {
  /** `unsent`: with a delivery that is not sent and still wanted. */
  which: 'all' | 'unsent' | 'finished';
  /** The id of the last request on the previous page. */
  before?: number;
  limit: number;
}

export interface ListedRequest extends StoredRequest {
  /** When the owner marked it as done. */
  doneAt: Date | undefined;
  deliveries: ListedDelivery[];
}

export interface ListedDelivery {
  channel: string;
  recipient: string;
  state: 'pending' | 'sending' | 'sent' | 'refused' | 'filed' | 'closed';
  /** The outcome and the code of the last attempt. */
  result: string | undefined;
  deliveredAt: Date | undefined;
}

/** `send again`: emailed now, marked as a possible duplicate. `done`: dealt with, so nothing more is sent. */
export type Decision = 'send again' | 'done';

/** For the owner: complete requests, newest first. */
export async function list(
  transaction: Transaction,
  { which, before = Number.MAX_SAFE_INTEGER, limit }: ListOptions,
): Promise<ListedRequest[]> {
  const rows = await transaction.query(
    `select * from requests where id < :before ${conditions[which]} order by id desc limit :limit`,
    { before, limit },
    anyRow,
  );
  return withDeliveries(transaction, rows);
}

/** The first is phrased so that no more rows are read than returned. */
const conditions = {
  all: '',
  unsent: `and id in (
    select distinct request_id from deliveries where ${isUnsent} and request_id < :before
    order by request_id desc
    limit :limit)`,
  finished: `and not exists (select 1 from deliveries where request_id = requests.id and ${isUnsent})`,
};

export async function find(transaction: Transaction, reference: string): Promise<ListedRequest | undefined> {
  const rows = await transaction.query(
    'select * from requests where reference = :reference',
    { reference },
    anyRow,
  );
  return (await withDeliveries(transaction, rows))[0];
}

const deliveryRow = v.object({
  request_id: v.number(),
  channel: v.string(),
  recipient: v.string(),
  state: v.picklist(['pending', 'sending', 'sent', 'refused', 'filed', 'closed']),
  result: v.nullable(v.string()),
  delivered_at: v.nullable(v.number()),
});

async function withDeliveries({ query }: Transaction, rows: readonly AnyRow[]): Promise<ListedRequest[]> {
  const deliveries = await query(
    'select * from deliveries where request_id in rows(:requests, id bigint) order by id',
    { requests: rows.map(({ id }) => ({ id: Number(id) })) },
    deliveryRow,
  );
  const byRequest = Map.groupBy(deliveries, ({ request_id }) => request_id);
  return rows.map((row) => ({
    ...storedRequest(row),
    doneAt: row.done_at === null ? undefined : dateOf(row.done_at),
    deliveries: (byRequest.get(Number(row.id)) ?? []).map(({ delivered_at: deliveredAt, ...delivery }) => ({
      channel: delivery.channel,
      recipient: delivery.recipient,
      state: delivery.state,
      result: delivery.result ?? undefined,
      deliveredAt: deliveredAt === null ? undefined : dateOf(deliveredAt),
    })),
  }));
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
  const given = { references: references.map((reference) => ({ reference })) };
  const isDone = decision === 'done';
  const found = await query(
    `update requests
     set done_at = ${isDone ? 'coalesce(done_at, :wallClock), turn = null' : 'null, turn = coalesce(turn, 1)'}
     where reference in rows(:references, reference text)
     returning id, reference`,
    isDone ? { ...given, wallClock } : given,
    v.object({ id: v.number(), reference: v.string() }),
  );
  const requests = found.map(({ id }) => ({ id }));
  if (isDone) {
    await query(closeUnsent, { requests });
  } else {
    const recipients = routes
      .filter(({ name }) => name === emailChannel)
      .flatMap(({ recipients }) => recipients.map((recipient) => ({ recipient })));
    await query(sendAgain, { requests, recipients, channel: emailChannel, now });
  }
  return found.map(({ reference }) => reference);
}

const closeUnsent = `
  update deliveries
  set state = 'closed', lease_token = null, lease_ends_at = null
  where request_id in rows(:requests, id bigint) and ${isUnsent}`;

const sendAgain = `
  insert into deliveries (request_id, channel, recipient, due_at)
  select id, :channel, recipient, :now
  from rows(:requests, id bigint) as request cross join rows(:recipients, recipient text) as wanted
  where true
  on conflict (request_id, channel, recipient) do update
  set state = 'pending', due_at = excluded.due_at, delivered_at = null,
    possible_duplicate = case when deliveries.state = 'sent' then 1 else deliveries.possible_duplicate end
  where deliveries.state <> 'sending'`;
