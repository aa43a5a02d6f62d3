import * as v from 'valibot';
import { leaseAll, releaseLeases } from './claim.ts';
import { type DeliveryResult, record } from './record.ts';
import { pageChannel } from './routes.ts';
import type { Transaction } from './transaction.ts';

/** For each recipient. Times are in milliseconds. */
export const pageBudget = {
  window: 60 * 60_000,
  pages: 12,
  /** So many of them only name requests that are the first of their network and have not been paged yet. */
  kept: 4,
  /** Between pages that also name others: what comes meanwhile is paged together. */
  pause: 3 * 60_000,
  /** How many requests a page names. */
  named: 5,
  /** How long a request is paged again, and how long one that no service accepts is tried: the email has it. */
  repeatsFor: 3 * 60 * 60_000,
  givenUpAfter: 24 * 60 * 60_000,
};

/** How long a claim is exclusive, in milliseconds: a service that hangs is given up long before. */
const lease = 60_000;

/**
 * Leases up to five requests for a page: first turns first, and of these what has not been paged yet. `waiting` is
 * how many others wait, if pages that may name them are used up now.
 */
export async function claimPage(transaction: Transaction, recipient: string) {
  const { query, now, wallClock } = transaction;
  const { window, pages, kept, pause, named, repeatsFor, givenUpAfter } = pageBudget;
  const own = { channel: pageChannel, recipient };
  await transaction.lock('claim');
  await releaseLeases(transaction, `${isOwn} and (lease_ends_at <= :now or lease_ends_at > :far)`, {
    ...own,
    now,
    far: now + 2 * lease,
  });
  await query(closeOld, { ...own, paged: wallClock - repeatsFor, unpaged: wallClock - givenUpAfter });
  const [sent] = await query(
    countSent,
    { recipient, since: now - window, until: now + window },
    v.object({ count: v.number(), latest: v.number() }),
  );
  const { count = 0, latest = 0 } = sent ?? {};
  const isForAll = count < pages - kept && latest + pause <= now;
  const due = await query(
    findDue,
    { ...own, now },
    v.object({ id: v.number(), rank: v.number(), step: v.number() }),
  );
  const eligible = due.filter(({ rank, step }) => isForAll || (rank <= highestFirstRank && step === 0));
  const chosen = count < pages ? eligible.slice(0, named) : [];
  const [first, ...others] = await leaseAll(transaction, chosen, lease);
  const waiting = count + 1 === pages - kept ? due.length - chosen.length : 0;
  return first && { deliveries: [first, ...others] as const, waiting };
}

/** Records how a page ended. One that was not accepted takes no place of the budget. */
export async function recordPage(
  transaction: Transaction,
  recipient: string,
  results: readonly DeliveryResult[],
): Promise<void> {
  for (const result of results) {
    await record(transaction, result);
  }
  if (results.some(({ isTransferred }) => isTransferred)) {
    const { query, now } = transaction;
    await query('delete from pages where at < :before', { before: now - 2 * pageBudget.window });
    await query('insert into pages (recipient, at) values (:recipient, :now)', { recipient, now });
  }
}

/** Of a request that is the first of its network. */
const highestFirstRank = 2;

const isOwn = 'channel = :channel and recipient = :recipient';

const closeOld = `
  update deliveries set state = 'closed'
  where ${isOwn} and state = 'pending' and exists (
    select 1 from requests
    where id = request_id and (received_at < :unpaged or step > 0 and received_at < :paged))`;

/** Another server's clock, or an earlier one, may have been ahead. */
const countSent = `
  select count(*) as count, coalesce(max(at), 0) as latest
  from pages where recipient = :recipient and at > :since and at < :until`;

const findDue = `
  select id, rank, step from deliveries
  where ${isOwn} and state = 'pending' and due_at <= :now
  order by rank, step, due_at, id
  limit 1000`;
