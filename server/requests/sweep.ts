import type { Transaction } from '../queue/transaction.ts';
import { sweepChanges } from './changes.ts';
import { addToCounts, type CountedRequest, countedColumns } from './counts.ts';
import { hasUnsent } from './deliveries.ts';
import { sweepDevices } from './devices.ts';
import { emailChannelName } from './routes.ts';
import { limitWindow } from './save.ts';

const day = 24 * 60 * 60_000;

/**
 * Cleans up the store, and returns the number of deleted requests.
 * - Clears a client's hash after ten minutes, and its network's hash once the request has nothing unsent.
 * - Corrects times written while the clock was ahead, so that nothing is due in more than a day.
 * - Deletes up to a hundred requests that were delivered, done or closed more than `deliveredFor` milliseconds ago.
 *   An erased request is deleted after a day. Requests that still count in a budget stay. If `deliveredFor` is
 *   undefined, deletes none.
 */
export async function sweep(transaction: Transaction, deliveredFor?: number): Promise<number> {
  const { query, now, wallClock } = transaction;
  const times = { before: wallClock - limitWindow, after: wallClock + limitWindow };
  await query(forget('client', 'client is not null'), times);
  await query(forget('network', `network is not null and not ${hasUnsent}`), times);
  await query(bringNearer, { now, farthest: now + 1.1 * day });
  await query('update deliveries set counted_at = null where counted_at > :at', { at: now + limitWindow });
  await query(countFromNow, { wallClock, tomorrow: wallClock + day });
  if (deliveredFor === undefined) {
    return 0;
  }
  const expired = { channel: emailChannelName, before: wallClock - deliveredFor, counted: now - limitWindow };
  const deleted = await query<CountedRequest>(deleteExpired, { ...expired, erased: wallClock - day });
  await addToCounts(transaction, deleted);
  // No backup is older than a week.
  await query('delete from erasures where at < :before', { before: wallClock - 8 * day });
  await sweepDevices(transaction);
  await sweepChanges(transaction);
  return deleted.length;
}

const forget = (column: 'client' | 'network', condition: string) => `
  update requests set ${column} = null
  where ${condition} and (received_at <= :before or received_at > :after)`;

const bringNearer = `
  update deliveries
  set due_at = :now, posted_at = case when posted_at > :now then :now else posted_at end
  where state in ('pending', 'refused') and due_at > :farthest`;

/**
 * Changes delivery times that were written while the clock was ahead to the current time, because otherwise the
 * requests would be kept for years. If the newest request is ahead of the clock, the clock may be behind instead,
 * so nothing changes yet.
 */
const countFromNow = `
  update deliveries set delivered_at = :wallClock
  where state = 'sent' and delivered_at > :tomorrow
    and (select received_at from requests order by id desc limit 1) <= :wallClock`;

const deleteExpired = `
  delete from requests where id in (
    select id from requests
    where not ${hasUnsent} and id not in (
      select request_id from deliveries where channel = :channel and counted_at > :counted)
    and (done_at < :before or closed_at < :before or erased_at < :erased or id in (
      select request_id from deliveries
      where state = 'sent' and channel = :channel and delivered_at < :before))
    limit 100)
  returning ${countedColumns}`;
