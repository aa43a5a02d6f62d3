import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Language } from '../../../content/languages.ts';
import { fieldNames } from '../../../contract/contact-fields.ts';
import type { ContactRequest } from '../../../contract/contact-request.ts';
import { queuesOfClaim } from '../queues.ts';
import {
  type ClaimedRequest,
  type ClaimOptions,
  type DeliveryResult,
  farthestAhead,
  type Requeue,
} from '../request-store.ts';

export function claimMessages(database: DatabaseSync, options: ClaimOptions): ClaimedRequest[] {
  const found = new Set<number>();
  for (const queue of queuesOfClaim[options.which]) {
    for (const due of dueRanges) {
      const limit = options.limit - found.size;
      const rows =
        limit > 0 ? database.prepare(selectDue(due)).all({ queue, limit, ...timesOf(options.now) }) : [];
      for (const row of rows) {
        found.add(row.request_id as number);
      }
    }
  }
  const leaseToken = lease(database, [...found], options.leaseEndsAt);
  return readClaimed(database, leaseToken, 'due_at');
}

/** Two index ranges, so that a claim skips everything not yet due. */
export const dueRanges = ['due_at <= :now', 'due_at > :farthest'] as const;

/** Previously refused messages come last: they must not delay anyone's first attempt. */
export const selectDue = (due: (typeof dueRanges)[number]) => `
  select request_id
  from outbox_messages
  where queue = :queue and ${due} and ${isFree}
  order by excluded_from_digest, due_at
  limit :limit`;

/** A message that this opening is sending is not free, whatever the wall clock says. */
export const isFree = `
      (state = 'pending'
        or (lease_opening <> (select number from this_opening)
          and (lease_ends_at <= :now or lease_ends_at > :farthest)))`;

export function timesOf(now: Date) {
  return { now: now.getTime(), farthest: now.getTime() + farthestAhead };
}

/** Returns the lease token. An expired lease means a possible duplicate: its email may have been accepted. */
export function lease(database: DatabaseSync, ids: readonly number[], endsAt: Date): string {
  const leaseToken = randomUUID();
  const update = database.prepare(`
    update outbox_messages
    set possible_duplicate = max(possible_duplicate, state = 'sending'),
        state = 'sending',
        lease_token = :leaseToken,
        lease_ends_at = :endsAt,
        lease_opening = (select number from this_opening)
    where request_id = :id`);
  for (const id of ids) {
    update.run({ id, leaseToken, endsAt: endsAt.getTime() });
  }
  return leaseToken;
}

export function readClaimed(
  database: DatabaseSync,
  leaseToken: string,
  order: 'due_at' | 'digest_rank',
): ClaimedRequest[] {
  const rows = database
    .prepare(
      `select *
       from outbox_messages join requests on request_id = id
       where lease_token = :leaseToken
       order by ${order === 'due_at' ? 'excluded_from_digest, due_at' : 'honeypot_filled, digest_rank'}, request_id`,
    )
    .all({ leaseToken }) as unknown as MessageRow[];
  return rows.map((row) => ({
    requestId: row.request_id,
    leaseToken,
    reference: row.reference,
    fields: fieldsOf(row),
    language: row.language,
    receivedAt: new Date(row.received_at),
    deferrals: row.deferrals,
    possibleDuplicate: row.possible_duplicate === 1,
    honeypotFilled: row.honeypot_filled === 1,
  }));
}

export function fieldsOf(row: ContactRequest): ContactRequest {
  return Object.fromEntries(fieldNames.map((name) => [name, row[name]])) as ContactRequest;
}

export type MessageRow = ContactRequest & {
  request_id: number;
  reference: string;
  language: Language;
  received_at: number;
  deferrals: number;
  possible_duplicate: 0 | 1;
  honeypot_filled: 0 | 1;
};

export function recordOutcomes(database: DatabaseSync, results: readonly DeliveryResult[]): number {
  const update = database.prepare(recordOutcome);
  let recorded = 0;
  for (const { requestId, leaseToken, state, at, dueAt, deferrals, smtpCode, ...result } of results) {
    const { changes } = update.run({
      requestId,
      leaseToken,
      state,
      at: at.getTime(),
      dueAt: dueAt.getTime(),
      deferrals,
      smtpCode,
      possibleDuplicate: result.possibleDuplicate ? 1 : 0,
      digestId: result.digestId ?? null,
    });
    recorded += Number(changes);
  }
  return recorded;
}

const recordOutcome = `
  update outbox_messages
  set state = :state,
      due_at = :dueAt,
      lease_token = null,
      lease_ends_at = null,
      lease_opening = null,
      deferrals = :deferrals,
      possible_duplicate = :possibleDuplicate,
      digest_id = coalesce(:digestId, digest_id),
      excluded_from_digest = max(excluded_from_digest, :state = 'dead_lettered'),
      smtp_code = :smtpCode,
      network = case when :state <> 'sent' then network end,
      sent_at = case when :state = 'sent' then :at end
  where request_id = :requestId and lease_token = :leaseToken`;

export function requeue(database: DatabaseSync, what: Requeue, now: Date): number {
  const update = database.prepare(`
    update outbox_messages
    set state = 'pending', due_at = :now
    where request_id in (select request_id from outbox_messages where ${requeueWhere[what]} limit :limit)`);
  return Number(update.run({ now: now.getTime(), limit: maxRequeued }).changes);
}

/** Per call: a visitor's request may have to wait for it. */
const maxRequeued = 1_000;

/** Phrased so that SQLite uses an index. */
const requeueWhere: Record<Requeue, string> = {
  filed: "queue is null and state <> 'sent' and state = 'filed'",
  'dead-lettered': "queue is null and state <> 'sent' and state = 'dead_lettered'",
  deferred: `
      queue in ('open', 'by itself', 'digest', 'honeypot') and excluded_from_digest in (0, 1)
      and state = 'pending' and due_at > :now`,
};
