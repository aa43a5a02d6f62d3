import * as v from 'valibot';
import { backOff, options } from '../outbox/options.ts';
import type { MailServerResult, Requeue } from './request-store.ts';
import type { Transaction } from './transaction.ts';

/**
 * No due time, pause or lease is ever further in the future than this, in milliseconds. A later time was
 * written while the clock was wrong, and counts as now: a clock that was ten years ahead for a minute must not
 * delay an email by ten years.
 */
export const farthestAhead = { message: 20 * 60_000, deadLetter: 25 * 60 * 60_000 };

/** What recent attempts found, by whichever process. */
type MailServer = Awaited<ReturnType<typeof readMailServer>>;

export async function readMailServer({ query }: Transaction) {
  const [row] = await query(
    `select failures, closed_until as "closedUntil", deferring, deferred_requeued_at as "requeuedAt"
     from installation`,
    {},
    mailServer,
  );
  return v.parse(mailServer, row);
}

const mailServer = v.object({
  failures: v.number(),
  closedUntil: v.number(),
  deferring: v.number(),
  requeuedAt: v.number(),
});

/** While it is unreachable or refuses our login, nobody tries. */
export function isClosed({ closedUntil }: MailServer, now: number): boolean {
  return now < closedUntil && closedUntil <= now + farthestAhead.message;
}

/** Remembers what an attempt found. Concurrent attempts fail together and count as one failure. */
export async function observe(transaction: Transaction, found: MailServerResult): Promise<void> {
  const { query, now } = transaction;
  if (found.kind === 'unknown') {
    return;
  }
  const before = await readMailServer(transaction);
  const after = { ...before };
  if (found.kind === 'unreachable' || found.kind === 'login refused') {
    if (!isClosed(before, now)) {
      after.failures += 1;
      after.closedUntil = Math.round(now + pauseAfter(found, after.failures));
    }
  } else {
    after.failures = 0;
    after.closedUntil = Math.min(before.closedUntil, now);
  }
  if (found.kind === 'deferred') {
    after.deferring = 1;
  } else if (found.kind === 'accepted' && before.deferring === 1 && isRequeueDue(before, now)) {
    const requeued = await requeue(transaction, 'deferred');
    after.requeuedAt = now;
    after.deferring = requeued === mostRequeued ? 1 : 0;
  }
  if (JSON.stringify(after) !== JSON.stringify(before)) {
    await query(update, after);
  }
}

const update = `
  update installation
  set failures = :failures, closed_until = :closedUntil, deferring = :deferring, deferred_requeued_at = :requeuedAt`;

function pauseAfter({ kind, chance }: MailServerResult, failures: number): number {
  return kind === 'login refused' ? options.loginRefused : backOff(options.connection, failures, chance);
}

function isRequeueDue({ requeuedAt }: MailServer, now: number): boolean {
  return Math.abs(now - requeuedAt) >= options.deferredRetryInterval;
}

/** It counts from when it arrived at the latest. */
export async function setSentAt(
  { query, now }: Transaction,
  emails: readonly { token: string }[],
): Promise<void> {
  await query('update sent_emails set at = :now where lease_token in rows(:emails, token text)', {
    emails: emails.map(({ token }) => ({ token })),
    now,
  });
}

/** Per call: a visitor's request may have to wait for it. */
const mostRequeued = 1_000;

const requeueWhere: Record<Requeue, string> = {
  filed: "state = 'filed'",
  'dead-lettered': "state = 'dead_lettered' and due_at > :now",
  deferred: "state = 'pending' and attempts > 0 and due_at > :now",
};

/** Makes waiting messages due now. Returns how many. */
export async function requeue(transaction: Transaction, what: Requeue): Promise<number> {
  return what === 'dead-lettered' ? requeueAtStart(transaction) : makeDue(transaction, what);
}

/** What has failed may work after a start. But a server that keeps crashing must not try it over and over. */
async function requeueAtStart(transaction: Transaction): Promise<number> {
  const { query, now } = transaction;
  const [isDue] = await query(
    `update installation
     set closed_until = 0, dead_letters_requeued_at = :now
     where (dead_letters_requeued_at <= :before or dead_letters_requeued_at > :now)
       and (closed_until > :now
         or exists (select 1 from outbox_messages where ${requeueWhere['dead-lettered']}))
     returning only_row`,
    { before: now - options.deadLetterRestartInterval, now },
    v.object({ only_row: v.number() }),
  );
  return isDue ? makeDue(transaction, 'dead-lettered') : 0;
}

async function makeDue({ query, now }: Transaction, what: Requeue): Promise<number> {
  const rows = await query(
    `update outbox_messages
     set state = case when state = 'filed' then 'pending' else state end, due_at = :now
     where request_id in (
       select request_id from outbox_messages where ${requeueWhere[what]} order by due_at limit :most)
     returning request_id as id`,
    { now, most: mostRequeued },
    v.object({ id: v.number() }),
  );
  return rows.length;
}
