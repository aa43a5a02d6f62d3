import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { maxInDigest, packDigest, summaryOf } from '../digest-packing.ts';
import { queuesOfDigest } from '../queues.ts';
import type { ClaimDigestOptions, Digest, Summary } from '../request-store.ts';
import { fieldsOf, isFree, lease, type MessageRow, readClaimed, timesOf } from './outbox-messages.ts';

export function claimDigest(database: DatabaseSync, options: ClaimDigestOptions): Digest | undefined {
  return repeatDigest(database, options) ?? assembleDigest(database, options);
}

/** A digest that did not arrive keeps its requests and id, so that mailboxes can detect duplicates. */
function repeatDigest(database: DatabaseSync, options: ClaimDigestOptions): Digest | undefined {
  const first = database.prepare(firstBegun).get(timesOf(options.now)) as { id: string } | undefined;
  if (first === undefined) {
    return undefined;
  }
  const ids = database.prepare(idsOfDigest).all({ id: first.id, ...timesOf(options.now) });
  const leaseToken = lease(
    database,
    ids.map(({ request_id }) => request_id as number),
    options.leaseEndsAt,
  );
  const requests = readClaimed(database, leaseToken, 'digest_rank');
  return {
    id: first.id,
    isRepeat: true,
    requests,
    summaries: [],
    remaining: countWaiting(database, options),
  };
}

const firstBegun = `
  select digest_id as id
  from outbox_messages
  where queue = 'digest' and (due_at <= :now or due_at > :farthest) and ${isFree}
  order by digest_rank
  limit 1`;

const idsOfDigest = `
  select request_id
  from outbox_messages
  where digest_id = :id and queue is not null and ${isFree}`;

function assembleDigest(database: DatabaseSync, options: ClaimDigestOptions): Digest | undefined {
  const waiting = readWaiting(database, options);
  const { whole, named } = packDigest(waiting, options.summaries);
  if (whole.length === 0) {
    return undefined;
  }
  const id = randomUUID();
  const leaseToken = lease(
    database,
    whole.map(({ requestId }) => requestId),
    options.leaseEndsAt,
  );
  database
    .prepare('update outbox_messages set digest_id = :id where lease_token = :leaseToken')
    .run({ id, leaseToken });
  return {
    id,
    isRepeat: false,
    requests: readClaimed(database, leaseToken, 'digest_rank'),
    summaries: named.map(({ requestId: _, ...summary }) => ({
      ...summary,
      fields: summaryOf(summary.fields),
    })),
    remaining: countWaiting(database, options) - named.length,
  };
}

/** Waiting requests, in digest order (the order of the index). */
function readWaiting(
  database: DatabaseSync,
  options: ClaimDigestOptions,
): (Summary & { requestId: number })[] {
  const select = database.prepare(firstWaiting);
  const found: (Summary & { requestId: number })[] = [];
  for (const queue of queuesOfDigest[options.assemble]) {
    const rows = select.all({ queue, limit: maxInDigest - found.length, ...timesOf(options.now) });
    for (const row of rows as unknown as MessageRow[]) {
      found.push({
        requestId: row.request_id,
        reference: row.reference,
        receivedAt: new Date(row.received_at),
        honeypotFilled: row.honeypot_filled === 1,
        fields: fieldsOf(row),
      });
    }
  }
  return found;
}

export const firstWaiting = `
  select *
  from outbox_messages join requests on request_id = id
  where queue = :queue and (due_at <= :now or due_at > :farthest)
  order by digest_rank, request_id
  limit :limit`;

function countWaiting(database: DatabaseSync, options: ClaimDigestOptions): number {
  const row = database.prepare(`
    select count(*) as count
    from outbox_messages
    where queue in (select value from json_each(:queues))`);
  return (row.get({ queues: JSON.stringify(queuesOfDigest[options.assemble]) }) as { count: number }).count;
}
