import { releaseLeases } from './claim.ts';
import { isUnsent } from './schema.ts';
import type { Parameter, Transaction } from './transaction.ts';

/** Whether anything of a request is unsent. PostgreSQL would join an "exists" with all that is unsent. */
export const hasUnsent = `coalesce((select 1 from deliveries where request_id = requests.id and ${isUnsent} limit 1), 0) = 1`;

// Emergencies exclude probable spam (server/emergency.ts).
const isOpen = '(honeypot_filled = 0 or emergency = 1) and taken_at is null';
const conditions = { everything: '1 = 1', requests: isOpen, emergencies: `${isOpen} and emergency = 1` };

/**
 * Adds deliveries of the requests that meet the condition, for each recipient of each route that takes them.
 * Reopens those that were closed, or filed before the channel delivers. With `again`, any that is not being sent.
 */
export async function addDeliveries(
  { query, now, routes }: Transaction,
  condition: string,
  parameters: Record<string, Parameter>,
  again: 0 | 1 = 0,
): Promise<void> {
  for (const { name, recipients, takes = 'everything', dueIn = 0, delivers } of routes) {
    const to = JSON.stringify(recipients.map((recipient) => [recipient]));
    const route = { name, to, dueAt: now + dueIn, delivers: delivers ? 1 : 0, again };
    const goesLast = takes === 'everything' ? isProbablySpam : isMarked;
    const insert = insertOrReopen(`${condition} and ${conditions[takes]}`, goesLast);
    await query(insert, { ...parameters, ...route });
  }
}

/**
 * Requests that go behind all others: by email, only probable spam. A phone rings last about any request that filled
 * the honeypot. Both are 0 or 1.
 */
const isProbablySpam = 'honeypot_filled * (1 - emergency)';
const isMarked = 'honeypot_filled';

const insertOrReopen = (condition: string, goesLast: string) => `
  insert into deliveries (request_id, channel, recipient, due_at, rank)
  select requests.id, :name, value ->> 0, :dueAt, ${goesLast} * 1000000 + turn * 2 - emergency
  from requests cross join json_each(:to) where ${condition}
  on conflict (request_id, channel, recipient) do update
  set state = 'pending', due_at = excluded.due_at, delivered_at = null,
    possible_duplicate = case when deliveries.state = 'sent' then 1 else deliveries.possible_duplicate end
  where deliveries.state = 'closed' or deliveries.state = 'filed' and :delivers = 1
    or deliveries.state <> 'sending' and :again = 1`;

/**
 * Ends the last process's leases, if no other server sends. New recipients in the routes also get the
 * requests that are still unsent; recipients that are no longer in the routes get nothing more.
 */
export async function start(transaction: Transaction): Promise<void> {
  const { query, routes, isAlone } = transaction;
  if (isAlone) {
    await releaseLeases(transaction, Number.MAX_SAFE_INTEGER);
  }
  await addDeliveries(transaction, hasUnsent, {});
  const wanted = routes.flatMap(({ name, recipients }) => recipients.map((recipient) => [name, recipient]));
  await query(closeOthers, { wanted: JSON.stringify(wanted) });
}

const closeOthers = `
  update deliveries set state = 'closed'
  where state in ('pending', 'refused', 'filed') and not exists (
    select 1 from json_each(:wanted) where value ->> 0 = channel and value ->> 1 = recipient)`;
