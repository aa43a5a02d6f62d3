import { hour, minute } from '../clock.ts';
import type { Transaction } from '../queue/transaction.ts';
import { computeKeyedHash } from './keyed-hash.ts';
import { recordAction, recordedActions, recordedActionsTable } from './recorded-actions.ts';

/** Rate limits. The counts are in the store, so restarts and other servers share them. */
const actionLimits = {
  /** The limit for each IPv4 address or IPv6 /64. Many people may share one, so correct tokens don't count. */
  [recordedActions.wrongToken]: { max: 10, window: minute },
  /** The limit for all clients together. */
  [recordedActions.pairingEmail]: { max: 3, window: hour },
};

export type RateLimitedAction = keyof typeof actionLimits;

/**
 * Counts an action. If the limit is reached, returns the seconds until the next action instead of counting this one.
 * `client` is an address, or '' for a limit that all addresses share.
 */
export async function consumeActionLimit(
  transaction: Transaction,
  { action, client }: { action: RateLimitedAction; client: string },
): Promise<number | undefined> {
  const { query, wallTime, hashKey, lock } = transaction;
  const { max, window } = actionLimits[action];
  await lock('actions');
  // Only this keyed hash of the client is stored.
  const subject = computeKeyedHash(hashKey, `${action} ${client}`);
  await query(deleteOldSql, { action, before: wallTime - window, after: wallTime + window });
  const earlier = await query<{ at: number }>(findEarlierSql, { action, subject });
  const [oldest] = earlier;
  if (oldest && earlier.length >= max) {
    return Math.max(1, Math.ceil((oldest.at + window - wallTime) / 1_000));
  }
  await recordAction(transaction, { action, subject });
  return undefined;
}

/** Deletes old actions, and any that were recorded while the clock was far ahead. */
const deleteOldSql = `
  delete from ${recordedActionsTable} where what = :action and (at <= :before or at > :after)`;
const findEarlierSql = `
  select at from ${recordedActionsTable} where what = :action and client = :subject order by at`;
