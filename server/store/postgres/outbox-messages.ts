import { randomUUID } from 'node:crypto';
import type { Language } from '../../../content/languages.ts';
import type { ContactRequest } from '../../../contract/contact-request.ts';
import { queuesOfClaim } from '../queues.ts';
import {
  type ClaimedRequest,
  type ClaimOptions,
  type DeliveryResult,
  farthestAhead,
  type Requeue,
} from '../request-store.ts';
import { fromColumns } from './field-text.ts';
import type { Transaction } from './transaction.ts';

export async function claimMessages(
  transaction: Transaction,
  options: ClaimOptions,
  owner: string,
): Promise<ClaimedRequest[]> {
  const { query, now } = transaction;
  const { rows } = await query<{ request_id: number }>(selectDue, [
    queuesOfClaim[options.which],
    now,
    now + farthestAhead,
    owner,
    options.limit,
  ]);
  const ids = rows.map(({ request_id }) => request_id);
  return ids.length > 0 ? lease(transaction, ids, { ...options, owner }, 'excluded_from_digest, due_at') : [];
}

/** A claimed message is not free until its lease ends, unless a wrong clock set that end far ahead. */
export const isFree = `
      (state = 'pending' or lease_ends_at <= $2 or (lease_ends_at > $3 and lease_owner <> $4))`;

/**
 * Scans small index ranges, so that a claim skips everything not yet due. Previously refused messages come
 * last: they must not delay anyone's first attempt.
 */
const selectDue = `
  select request_id
  from unnest($1::text[]) with ordinality as served (queue, place),
       (values (false), (true)) as refused (once),
       (values (bigint '-9223372036854775808', $2::bigint), ($3::bigint + 1, bigint '9223372036854775807')) as due (first, last),
       lateral (
         select request_id, due_at
         from outbox_messages
         where queue = served.queue and excluded_from_digest = refused.once
           and due_at between due.first and due.last and ${isFree}
         order by due_at
         limit $5
         for update skip locked
       ) as found
  order by place, once, due.first, found.due_at
  limit $5`;

/**
 * Leases rows that this transaction has locked. An expired lease means a possible duplicate: its email may
 * have been accepted.
 */
export async function lease(
  { query, now }: Transaction,
  ids: readonly number[],
  options: { now: Date; leaseEndsAt: Date; owner: string },
  order: string,
): Promise<ClaimedRequest[]> {
  const leaseToken = randomUUID();
  const endsAt = now + (options.leaseEndsAt.getTime() - options.now.getTime());
  await query(
    `update outbox_messages
     set possible_duplicate = possible_duplicate or state = 'sending',
         state = 'sending',
         lease_token = $2,
         lease_ends_at = $3,
         lease_owner = $4
     where request_id = any($1::bigint[])`,
    [ids, leaseToken, endsAt, options.owner],
  );
  const { rows } = await query<MessageRow>(
    `select *
     from outbox_messages join requests on request_id = id
     where lease_token = $1
     order by ${order}, request_id`,
    [leaseToken],
  );
  return rows.map((row) => ({
    requestId: row.request_id,
    leaseToken,
    reference: row.reference,
    fields: fromColumns(row),
    language: row.language,
    receivedAt: new Date(row.received_at),
    deferrals: row.deferrals,
    possibleDuplicate: row.possible_duplicate,
    honeypotFilled: row.honeypot_filled,
  }));
}

export type MessageRow = ContactRequest & {
  request_id: number;
  reference: string;
  language: Language;
  received_at: number;
  deferrals: number;
  possible_duplicate: boolean;
  honeypot_filled: boolean;
};

export async function recordOutcomes(
  { query, now }: Transaction,
  results: readonly DeliveryResult[],
): Promise<number> {
  const rows = results.map(({ at, dueAt, digestId, ...result }) => ({
    ...result,
    dueAt: Math.round(now + (dueAt.getTime() - at.getTime())),
    digestId: digestId ?? null,
  }));
  const { changes } = await query(recordOutcome, [JSON.stringify(rows), now]);
  return changes;
}

const recordOutcome = `
  update outbox_messages as message
  set state = result.state,
      due_at = result."dueAt",
      lease_token = null,
      lease_ends_at = null,
      lease_owner = null,
      deferrals = result.deferrals,
      possible_duplicate = result."possibleDuplicate",
      digest_id = coalesce(result."digestId", message.digest_id),
      excluded_from_digest = message.excluded_from_digest or result.state = 'dead_lettered',
      smtp_code = result."smtpCode",
      network = case when result.state <> 'sent' then message.network end,
      sent_at = case when result.state = 'sent' then $2::bigint end
  from jsonb_to_recordset($1::jsonb) as result (
    "requestId" bigint, "leaseToken" text, state text, "dueAt" bigint, deferrals integer,
    "possibleDuplicate" boolean, "digestId" text, "smtpCode" text)
  where message.request_id = result."requestId" and message.lease_token = result."leaseToken"`;

export async function requeue({ query, now }: Transaction, what: Requeue): Promise<number> {
  const { changes } = await query(
    `update outbox_messages
     set state = 'pending', due_at = $1
     where request_id in (
       select request_id from outbox_messages where ${requeueWhere[what]} limit $2 for update skip locked)`,
    [now, maxRequeued],
  );
  return changes;
}

/** Per call: a visitor's request may have to wait for it. */
const maxRequeued = 1_000;

const requeueWhere: Record<Requeue, string> = {
  filed: "state = 'filed'",
  'dead-lettered': "state = 'dead_lettered'",
  deferred: "state = 'pending' and queue is not null and due_at > $1",
};
