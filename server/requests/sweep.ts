import { day } from '../clock.ts';
import { slotUsedAtColumn } from '../queue/budget.ts';
import { stepsBeganAtColumn } from '../queue/claim.ts';
import type { Transaction } from '../queue/transaction.ts';
import { emailBudgetWindow, emailChannelName } from './channel-data.ts';
import { addToCounts, type CountedRequest, countedColumnsSql } from './counts.ts';
import { hasUnfinishedCondition } from './deliveries.ts';
import { sweepDevices } from './devices.ts';
import { sweepOwnerChanges, withdrawFutureOwnerChanges } from './owner-changes.ts';
import { recordedActions, recordedActionsTable } from './recorded-actions.ts';
import { clientLimitWindow } from './save.ts';

/**
 * Cleans up the store, and returns the number of deleted requests. Deletes requests that were emailed, done, or closed
 * at least `retentionTime` milliseconds ago, and requests that were erased at least a day ago. If `retentionTime` is
 * undefined, deletes no requests.
 */
export async function sweep(transaction: Transaction, retentionTime?: number): Promise<number> {
  const { query, trustedTime, wallTime } = transaction;
  // Clear a request's client hash after ten minutes. Keep its network hash while any delivery is unfinished.
  const times = { before: wallTime - clientLimitWindow, after: wallTime + clientLimitWindow };
  await query(buildClearHashSql('client', 'client is not null'), times);
  await query(buildClearHashSql('network', `network is not null and not ${hasUnfinishedCondition}`), times);
  await query(deleteWrongTokensSql, times);
  // Correct the times that were stored while the clock was far ahead.
  await query(resetFutureDueTimesSql, { trustedTime, farthest: trustedTime + maxWait });
  await query(clearFutureSlotsSql, { latest: trustedTime + emailBudgetWindow });
  await query(resetFutureDeliveryTimesSql, { wallTime, tomorrow: wallTime + day });
  await withdrawFutureOwnerChanges(transaction);
  if (retentionTime === undefined) {
    return 0;
  }
  // Delete up to a hundred. Keep requests with unfinished deliveries, and requests that have a slot of the email budget.
  const expired = {
    channel: emailChannelName,
    before: wallTime - retentionTime,
    slotUsedAfter: trustedTime - emailBudgetWindow,
  };
  const deleted = await query<CountedRequest>(deleteExpiredSql, { ...expired, erased: wallTime - day });
  await addToCounts(transaction, deleted);
  // Daily backups remove backups older than a week, so restores normally need no older erasures.
  await query('delete from erasures where at < :before', { before: wallTime - 8 * day });
  await sweepDevices(transaction);
  await sweepOwnerChanges(transaction);
  return deleted.length;
}

/**
 * The longest wait until a delivery is due again, with a margin. A refused email waits a day (`outboxTimings.refused`).
 * All other waits are shorter.
 */
const maxWait = 1.1 * day;

const buildClearHashSql = (column: 'client' | 'network', condition: string) => `
  update requests set ${column} = null
  where ${condition} and (received_at <= :before or received_at > :after)`;

const deleteWrongTokensSql = `
  delete from ${recordedActionsTable}
  where what = '${recordedActions.wrongToken}' and (at <= :before or at > :after)`;

const clearFutureSlotsSql = `
  update deliveries set ${slotUsedAtColumn} = null where ${slotUsedAtColumn} > :latest`;

const resetFutureDueTimesSql = `
  update deliveries
  set due_at = :trustedTime,
    ${stepsBeganAtColumn} = case when ${stepsBeganAtColumn} > :trustedTime then :trustedTime else ${stepsBeganAtColumn} end
  where state in ('pending', 'refused') and due_at > :farthest`;

/**
 * Sets delivery times more than a day in the future to the current time: the clock was ahead. If the newest request is
 * also in the future, the clock may be behind instead, so nothing changes yet.
 */
const resetFutureDeliveryTimesSql = `
  update deliveries set delivered_at = :wallTime
  where state = 'sent' and delivered_at > :tomorrow
    and (select received_at from requests order by id desc limit 1) <= :wallTime`;

const deleteExpiredSql = `
  delete from requests where id in (
    select id from requests
    where not ${hasUnfinishedCondition} and id not in (
      select request_id from deliveries where channel = :channel and ${slotUsedAtColumn} > :slotUsedAfter)
    and (erased_at < :erased or erased_at is null and (done_at < :before or closed_at < :before or id in (
      select request_id from deliveries
      where state = 'sent' and channel = :channel and delivered_at < :before)))
    limit 100)
  returning ${countedColumnsSql}`;
