import * as v from 'valibot';
import { farthestAhead, observe, setSentAt } from './mail-server.ts';
import type { DeliveryResult } from './request-store.ts';
import { acceptedLimit } from './save-requests.ts';
import type { Transaction } from './transaction.ts';

/** Records how an attempt ended, unless the lease has passed to another sender. */
export async function record(transaction: Transaction, result: DeliveryResult): Promise<boolean> {
  const { query, now } = transaction;
  const { leaseToken, state, remaining } = result;
  const recorded = await query(
    recordRow,
    {
      requestId: result.requestId,
      leaseToken,
      state,
      dueAt: Math.round(now + result.dueIn),
      attempts: result.attempts,
      possibleDuplicate: result.possibleDuplicate ? 1 : 0,
      isRefused: state === 'dead_lettered' ? 1 : 0,
      remaining: remaining === undefined ? null : JSON.stringify(remaining),
      deliveredAt: result.deliveredAt?.getTime() ?? null,
      resultCode: result.resultCode,
      waits: state === 'pending' || state === 'filed' ? 1 : 0,
    },
    v.object({ id: v.number() }),
  );
  if (result.mailServer.isTransferred) {
    await setSentAt(transaction, [{ token: leaseToken }]);
  } else {
    await query('delete from sent_emails where lease_token = :leaseToken', { leaseToken });
  }
  await observe(transaction, result.mailServer);
  return recorded.length > 0;
}

const recordRow = `
  update outbox_messages
  set state = :state,
      due_at = :dueAt,
      lease_token = null,
      lease_ends_at = null,
      attempts = :attempts,
      possible_duplicate = :possibleDuplicate,
      refused = case when :isRefused = 1 then 1 else refused end,
      remaining = :remaining,
      delivered_at = :deliveredAt,
      result_code = :resultCode,
      network = case when :waits = 1 then network end
  where request_id = :requestId and lease_token = :leaseToken
  returning request_id as id`;

/** Per statement: a visitor's request may have to wait for it. */
const mostSwept = 1_000;

/**
 * Clears clients after ten minutes and emails that no longer count, and makes due what only a wrong clock can
 * have put so far ahead.
 */
export async function sweep({ query, now, wallClock }: Transaction): Promise<void> {
  const { window } = acceptedLimit;
  await query(forgetClients, { before: wallClock - window, after: wallClock + window, most: mostSwept });
  await query('delete from sent_emails where at < :before or at > :after', {
    before: now - farthestAhead.message,
    after: now + farthestAhead.message,
  });
  for (const [state, ahead] of [
    ['pending', farthestAhead.message],
    ['dead_lettered', farthestAhead.deadLetter],
  ] as const) {
    await query(makeDue, { state, now, farthest: now + ahead, most: mostSwept });
  }
}

const forgetClients = `
  update requests
  set client = null
  where id in (
    select id from requests
    where client is not null and (received_at <= :before or received_at > :after)
    limit :most)`;

const makeDue = `
  update outbox_messages
  set due_at = :now
  where request_id in (
    select request_id from outbox_messages where state = :state and due_at > :farthest limit :most)`;
