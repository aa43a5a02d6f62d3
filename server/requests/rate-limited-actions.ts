import { hour, minute } from '../clock.ts';
import type { Transaction } from '../queue/transaction.ts';
import { computeKeyedHash } from './keyed-hash.ts';

/** The values of the column `what` in the table `attempts`. They are stored, so they can't change. */
export const attemptKinds = {
  /** An unknown token or key. */
  wrongToken: 'wrongToken',
  /** An email with a pairing link. */
  pairingEmail: 'pairingEmail',
  /** A test ring that the phone's service accepted. */
  testRing: 'testRing',
  /** A test ring that the phone's service didn't accept. */
  refusedTestRing: 'testRingRefused',
  /** An alarm about a driver's cancellation or deletion that the phone's service accepted (driver-events.ts). */
  driverAlarm: 'driverAlarm',
} as const;

/** Rate limits. The counts are in the store, so restarts and other servers share them. */
const actionLimits = {
  /** The limit for each IPv4 address or IPv6 /64. Many people may share one, so correct tokens don't count. */
  [attemptKinds.wrongToken]: { max: 10, window: minute },
  /** The limit for all clients together. */
  [attemptKinds.pairingEmail]: { max: 3, window: hour },
};

export type RateLimitedAction = keyof typeof actionLimits;

/**
 * Counts an action. If the limit is reached, returns the seconds until the next action instead of counting this one.
 * `client` is an address, or '' for a limit that all addresses share.
 */
export async function consumeActionLimit(
  { query, wallTime, hashKey, lock }: Transaction,
  { action, client }: { action: RateLimitedAction; client: string },
): Promise<number | undefined> {
  const { max, window } = actionLimits[action];
  await lock('actions');
  // Only this keyed hash of the client is stored.
  const hash = computeKeyedHash(hashKey, `${action} ${client}`);
  await query(deleteOldSql, { action, before: wallTime - window, after: wallTime + window });
  const earlier = await query<{ at: number }>(findEarlierSql, { action, client: hash });
  const [oldest] = earlier;
  if (oldest && earlier.length >= max) {
    return Math.max(1, Math.ceil((oldest.at + window - wallTime) / 1_000));
  }
  await query(insertActionSql, { action, client: hash, wallTime });
  return undefined;
}

/** Deletes old actions, and any that were recorded while the clock was far ahead. */
const deleteOldSql = 'delete from attempts where what = :action and (at <= :before or at > :after)';
const findEarlierSql = 'select at from attempts where what = :action and client = :client order by at';
export const insertActionSql = 'insert into attempts (what, client, at) values (:action, :client, :wallTime)';
