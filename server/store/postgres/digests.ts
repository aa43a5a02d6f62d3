import { randomUUID } from 'node:crypto';
import { maxInDigest, packDigest, summaryOf } from '../digest-packing.ts';
import { queuesOfDigest } from '../queues.ts';
import { type ClaimDigestOptions, type Digest, farthestAhead, type Summary } from '../request-store.ts';
import { fromColumns } from './field-text.ts';
import { isFree, lease, type MessageRow } from './outbox-messages.ts';
import type { Transaction } from './transaction.ts';

/** Any number not used by another advisory lock in this database. */
const digestLock = 5_016_002;

/** Honeypot requests come last. */
const inDigestOrder = 'honeypot_filled, digest_rank';

type OwnedOptions = ClaimDigestOptions & { owner: string };

/** One server at a time: two would each get half of the requests. The other retries at its next poll. */
export async function claimDigest(
  transaction: Transaction,
  options: OwnedOptions,
): Promise<Digest | undefined> {
  const lock = 'select pg_try_advisory_xact_lock($1) as taken';
  const { rows } = await transaction.query<{ taken: boolean }>(lock, [digestLock]);
  return rows[0]?.taken
    ? ((await repeatDigest(transaction, options)) ?? (await assembleDigest(transaction, options)))
    : undefined;
}

/** A digest that did not arrive keeps its requests and id, so that mailboxes can detect duplicates. */
async function repeatDigest(transaction: Transaction, options: OwnedOptions): Promise<Digest | undefined> {
  const { query, now } = transaction;
  const begun = await query<{ id: string }>(firstBegun, ['digest', now, now + farthestAhead, options.owner]);
  const id = begun.rows[0]?.id;
  if (id === undefined) {
    return undefined;
  }
  const found = await query<{ request_id: number }>(idsOfDigest, [
    id,
    now,
    now + farthestAhead,
    options.owner,
  ]);
  const ids = found.rows.map(({ request_id }) => request_id);
  const requests = await lease(transaction, ids, options, inDigestOrder);
  return { id, isRepeat: true, requests, summaries: [], remaining: await countWaiting(transaction, options) };
}

const firstBegun = `
  select digest_id as id
  from outbox_messages
  where queue = $1 and (due_at <= $2 or due_at > $3) and ${isFree}
  order by digest_rank
  limit 1`;

const idsOfDigest = `
  select request_id
  from outbox_messages
  where digest_id = $1 and queue is not null and ${isFree}
  for update`;

async function assembleDigest(transaction: Transaction, options: OwnedOptions): Promise<Digest | undefined> {
  const waiting = await readWaiting(transaction, options);
  const { whole, named } = packDigest(waiting, options.summaries);
  if (whole.length === 0) {
    return undefined;
  }
  const id = randomUUID();
  const ids = whole.map(({ requestId }) => requestId);
  const requests = await lease(transaction, ids, options, inDigestOrder);
  await transaction.query('update outbox_messages set digest_id = $1 where request_id = any($2::bigint[])', [
    id,
    ids,
  ]);
  return {
    id,
    isRepeat: false,
    requests,
    summaries: named.map(({ requestId: _, ...summary }) => ({
      ...summary,
      fields: summaryOf(summary.fields),
    })),
    remaining: (await countWaiting(transaction, options)) - named.length,
  };
}

/** Waiting requests, in digest order (the order of the index). */
async function readWaiting({ query, now }: Transaction, options: OwnedOptions) {
  const found: (Summary & { requestId: number })[] = [];
  for (const queue of queuesOfDigest[options.assemble]) {
    const limit = maxInDigest - found.length;
    const { rows } = await query<MessageRow>(firstWaiting, [queue, now, now + farthestAhead, limit]);
    for (const row of rows) {
      found.push({
        requestId: row.request_id,
        reference: row.reference,
        receivedAt: new Date(row.received_at),
        honeypotFilled: row.honeypot_filled,
        fields: fromColumns(row),
      });
    }
  }
  return found;
}

const firstWaiting = `
  select *
  from outbox_messages join requests on request_id = id
  where queue = $1 and (due_at <= $2 or due_at > $3)
  order by digest_rank, request_id
  limit $4
  for update of outbox_messages skip locked`;

async function countWaiting({ query }: Transaction, options: OwnedOptions): Promise<number> {
  const { rows } = await query<{ count: number }>(
    'select count(*) as count from outbox_messages where queue = any($1::text[])',
    [queuesOfDigest[options.assemble]],
  );
  return rows[0]?.count ?? 0;
}
