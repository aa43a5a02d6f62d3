import * as v from 'valibot';
import { emailChannel } from './routes.ts';
import { acceptedLimits } from './save-requests.ts';
import { isUnsent } from './schema.ts';
import type { Transaction } from './transaction.ts';

export interface ExpiryOptions {
  /** Milliseconds since the first delivery of its email, or since it was marked as done. */
  deliveredFor: number;
  limit: number;
}

/** References of requests delivered, or done, longer ago than this. Never of those with anything unsent. */
export async function findExpired(
  { query, wallClock }: Transaction,
  { deliveredFor, limit }: ExpiryOptions,
): Promise<string[]> {
  const rows = await query(
    `select reference
     from requests
     where id in (
       select request_id from deliveries
       where state = 'sent' and channel = :channel and delivered_at < :before
       union
       select id from requests where done_at < :before)
       and ${hasNothingUnsent}
     limit :limit`,
    { channel: emailChannel, before: wallClock - deliveredFor, limit },
    v.object({ reference: v.string() }),
  );
  return rows.map(({ reference }) => reference);
}

const hasNothingUnsent = `not exists (
  select 1 from deliveries where request_id = requests.id and ${isUnsent})`;

/** Removes requests and everything that belongs to them. Ignores those with anything unsent. */
export async function purge({ query }: Transaction, references: readonly string[]): Promise<void> {
  await query(
    `delete from requests where reference in rows(:references, reference text) and ${hasNothingUnsent}`,
    { references: references.map((reference) => ({ reference })) },
  );
}

const minute = 60_000;
const hour = 60 * minute;

/** Per statement: a visitor's request may have to wait for it. */
const most = 1_000;

/**
 * Clears clients, networks and attempts after their ten minutes, and corrects what only a wrong clock can have
 * put so far ahead: nothing pending waits longer than three hours, nothing refused longer than a day.
 */
export async function sweep({ query, now, wallClock }: Transaction): Promise<void> {
  const { window } = acceptedLimits;
  const kept = { before: wallClock - window, after: wallClock + window, most };
  await query(forget('client', 'client is not null'), kept);
  await query(forget('network', 'network is not null and turn is null'), kept);
  await query('delete from attempts where at < :before or at > :after', {
    before: now - 2 * window,
    after: now + 2 * window,
  });
  await query(bringNearer('pending'), { now, farthest: now + 3 * hour, most });
  await query(bringNearer('refused'), { now, farthest: now + 25 * hour, most });
  await query(countFromNow, { wallClock, tomorrow: wallClock + 24 * hour });
}

const forget = (column: 'client' | 'network', condition: string) => `
  update requests
  set ${column} = null
  where id in (
    select id from requests where ${condition} and (received_at <= :before or received_at > :after) limit :most)`;

const bringNearer = (state: 'pending' | 'refused') => `
  update deliveries
  set due_at = :now
  where id in (select id from deliveries where state = '${state}' and due_at > :farthest limit :most)`;

/**
 * What was delivered while the clock was ahead would be kept for years. The clock is right, and was ahead, once
 * a request has come in since: while the clock is behind, the last request is ahead of it.
 */
const countFromNow = `
  update deliveries
  set delivered_at = :wallClock
  where state = 'sent' and delivered_at > :tomorrow
    and exists (
      select 1 from requests where id = (select max(id) from requests) and received_at <= :wallClock)`;
