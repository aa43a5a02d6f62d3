import * as v from 'valibot';
import { type ClaimedDelivery, leaseAll, releaseLeases } from './claim.ts';
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
};

/** A page that no service accepts for so long, in milliseconds, is given up: the email has the request. */
const givenUpAfter = 24 * 60 * 60_000;

export interface ClaimedPage {
  deliveries: readonly [ClaimedDelivery, ...ClaimedDelivery[]];
  /** How many others wait, if pages that name them are used up now. */
  waiting: number;
}

interface PageOptions {
  recipient: string;
  /** How long the claim is exclusive, in milliseconds. */
  lease: number;
  /** How long a request is paged again, in milliseconds. */
  repeatsFor: number;
}

/** Leases up to five requests for a page: first turns first, and of these what has not been paged yet. */
export async function claimPage(
  transaction: Transaction,
  { recipient, lease, repeatsFor }: PageOptions,
): Promise<ClaimedPage | undefined> {
  const { query, now, wallClock } = transaction;
  const { window, pages, kept, pause, named } = pageBudget;
  const own = { channel: pageChannel, recipient };
  await transaction.lock('claim');
  await releaseLeases(transaction, `${isOwn} and (lease_ends_at <= :now or lease_ends_at > :far)`, {
    ...own,
    now,
    far: now + 2 * lease,
  });
  await query(endOld, { ...own, wallClock, before: wallClock - repeatsFor, long: wallClock - givenUpAfter });
  const [sent] = await query(countSent, { recipient, since: now - window, until: now + window }, sentRow);
  const { count = 0, latest = null } = sent ?? {};
  const mayRepeat = count < pages - kept && (latest === null || latest + pause <= now);
  const due = await query(findDue, { ...own, now }, dueRow);
  const eligible = mayRepeat ? due : due.filter(({ rank, step }) => rank <= highestFirstRank && step === 0);
  if (eligible.length === 0 || count >= pages) {
    return undefined;
  }
  const [first, ...others] = await leaseAll(transaction, eligible.slice(0, named), lease);
  return (
    first && {
      deliveries: [first, ...others],
      waiting: count + 1 === pages - kept ? due.length - 1 - others.length : 0,
    }
  );
}

/** Records how a page ended. One that was not accepted takes no place of the budget. */
export async function recordPage(
  transaction: Transaction,
  { recipient, results }: { recipient: string; results: readonly DeliveryResult[] },
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

const endOld = `
  update deliveries
  set state = case when step > 0 then 'sent' else 'closed' end, delivered_at = coalesce(delivered_at, :wallClock)
  where ${isOwn} and state = 'pending' and exists (
    select 1 from requests
    where id = request_id and (received_at < :long or step > 0 and received_at < :before))`;

const sentRow = v.object({ count: v.number(), latest: v.nullable(v.number()) });

/** Another server's clock, or an earlier one, may have been ahead. */
const countSent = `
  select count(*) as count, max(at) as latest from pages
  where recipient = :recipient and at > :since and at < :until`;

const dueRow = v.object({ id: v.number(), rank: v.number(), step: v.number() });

const findDue = `
  select id, rank, step from deliveries
  where ${isOwn} and state = 'pending' and due_at <= :now
  order by rank, step, due_at, id
  limit 1000`;
