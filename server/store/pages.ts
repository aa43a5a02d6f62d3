import { type DeliveryResult, leaseAll, record, releaseLeases } from './claim.ts';
import { pageChannel as channel, type Transaction } from './transaction.ts';

/** For each recipient. Times are in milliseconds. */
export const pageBudget = {
  window: 60 * 60_000,
  pages: 12,
  /** How many pages are kept for requests that are their network's first and have not been paged yet. */
  kept: 4,
  /** A page that names other requests waits this long after the last page, so that it can name several. */
  pause: 3 * 60_000,
  requestsInOne: 5,
};

/** For how long a request is paged, and its link works, in milliseconds. The owner also gets its email. */
export const pagedFor = 24 * 60 * 60_000;

/**
 * Leases up to five requests for a page, by rank, then by how often they have been paged. If this is the
 * hour's last page that may name any request, `waiting` counts those left over; otherwise it is 0.
 */
export async function claimPage(transaction: Transaction, recipient: string) {
  const { query, now, wallClock } = transaction;
  const { window, pages, kept, pause, requestsInOne } = pageBudget;
  await transaction.lock('claim');
  await releaseLeases(transaction);
  await query(closeEnded, { channel, oldest: wallClock - pagedFor });
  // Another server's clock, or an earlier one, may have been ahead.
  await query(forgetPages, { since: now - window, until: now + window });
  const sent = await query<{ at: number }>(findPages, { recipient });
  const left = pages - sent.length;
  if (left <= 0) return undefined;
  const isForAll = left > kept && (sent[0]?.at ?? 0) + pause <= now;
  const due = await query<{ id: number; rank: number; step: number }>(findDue, { channel, recipient, now });
  // The rank of a network's first request is 2, or 1 if it is an emergency (deliveries.ts).
  const mayBeNamed = due.filter(({ rank, step }) => isForAll || (rank <= 2 && step === 0));
  const [first, ...others] = await leaseAll(transaction, mayBeNamed.slice(0, requestsInOne));
  const waiting = left - 1 === kept ? due.length - others.length - 1 : 0;
  return first && { first, deliveries: [first, ...others], waiting };
}

/** Records how a page ended. Only one that was accepted takes a place of its recipient's budget. */
export async function recordPage(transaction: Transaction, results: DeliveryResult[], acceptedBy?: string) {
  const { query, now } = transaction;
  for (const result of results) await record(transaction, result);
  if (acceptedBy) await query(insertPage, { acceptedBy, now });
}

/** Those of requests that somebody has taken, or that are too old. */
const closeEnded = `
  update deliveries set state = 'closed'
  where channel = :channel and state = 'pending' and exists (
    select 1 from requests where id = request_id and (taken_at is not null or received_at < :oldest))`;

const forgetPages = 'delete from pages where at <= :since or at >= :until';
const insertPage = 'insert into pages (recipient, at) values (:acceptedBy, :now)';
const findPages = 'select at from pages where recipient = :recipient order by at desc';

const findDue = `
  select id, rank, step from deliveries
  where channel = :channel and recipient = :recipient and state = 'pending' and due_at <= :now
  order by rank, step, due_at, id
  limit 1000`;
