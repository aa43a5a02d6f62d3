import { releaseLeases } from './claim.ts';
import { isUnsent } from './schema.ts';
import type { Parameter, Transaction } from './transaction.ts';

/** A condition on requests: whether anything of one is unsent. */
export const hasUnsent = `exists (select 1 from deliveries where request_id = requests.id and ${isUnsent})`;

const isTaken = 'honeypot_filled = 0 and taken_at is null';
const conditions = { everything: '1 = 1', requests: isTaken, emergencies: `${isTaken} and emergency = 1` };

/**
 * Writes a delivery for each recipient of each route that takes the requests of a condition, and reopens those
 * that were closed.
 */
export async function addDeliveries(
  { query, now, routes }: Transaction,
  condition: string,
  parameters: Record<string, Parameter>,
): Promise<void> {
  for (const { name, recipients, takes = 'everything', dueIn = 0 } of routes) {
    for (const recipient of recipients) {
      const insert = insertOrReopen(`${condition} and ${conditions[takes]}`);
      await query(insert, { ...parameters, name, recipient, dueAt: now + dueIn });
    }
  }
}

const insertOrReopen = (condition: string) => `
  insert into deliveries (request_id, channel, recipient, due_at, rank)
  select id, :name, :recipient, :dueAt, honeypot_filled * 1000000 + turn * 2 - emergency
  from requests where ${condition}
  on conflict (request_id, channel, recipient)
    do update set state = 'pending', due_at = excluded.due_at where deliveries.state = 'closed'`;

/**
 * Ends the last process's leases, if no other server sends. New recipients in the routes also get the
 * requests that are still unsent; recipients that are no longer in the routes get nothing more. What the
 * channels that deliver only filed before is pending again.
 */
export async function start(
  transaction: Transaction,
  { delivering }: { delivering: readonly string[] },
): Promise<void> {
  const { query, now, routes, isAlone } = transaction;
  if (isAlone) {
    await releaseLeases(transaction, '1 = 1', {});
  }
  await addDeliveries(transaction, hasUnsent, {});
  for (const { channel, recipient } of await query<{ channel: string; recipient: string }>(findWaiting, {})) {
    if (!routes.some(({ name, recipients }) => name === channel && recipients.includes(recipient))) {
      await query(close, { channel, recipient });
    }
  }
  for (const channel of delivering) {
    await query(sendFiled, { channel, now });
  }
}

const isWaiting = "state in ('pending', 'refused', 'filed')";
const findWaiting = `select distinct channel, recipient from deliveries where ${isWaiting}`;
const close = `
  update deliveries set state = 'closed'
  where channel = :channel and recipient = :recipient and ${isWaiting}`;

const sendFiled = `
  update deliveries set state = 'pending', due_at = :now where state = 'filed' and channel = :channel`;
