import { Buffer } from 'node:buffer';
import { createHmac } from 'node:crypto';
import type { Transaction } from '../queue/transaction.ts';

/** Rate limits, with windows in milliseconds. The counts are in the store, so restarts and other servers share them. */
export const actionLimits = {
  /** Unknown tokens and keys from one client. */
  wrongToken: { max: 10, window: 60_000 },
  /** Emails with a pairing link, for all clients together. */
  pairingEmail: { max: 3, window: 60 * 60_000 },
};

export type RateLimitedAction = keyof typeof actionLimits;

/**
 * Counts an action. If the limit is reached, returns the seconds until the next action instead of counting this one.
 * `client` is an address, or '' for a limit that all addresses share.
 */
export async function countLimitedAction(
  { query, wallTime, hashKey }: Transaction,
  { what, client }: { what: RateLimitedAction; client: string },
): Promise<number | undefined> {
  const { max, window } = actionLimits[what];
  // The store contains only this keyed hash of the client.
  const hash = createHmac('sha256', Buffer.from(hashKey, 'hex')).update(`${what} ${client}`).digest('hex');
  await query(deleteOldSql, { what, before: wallTime - window, after: wallTime + window });
  const earlier = await query<{ at: number }>(findEarlierSql, { what, client: hash });
  const [oldest] = earlier;
  if (oldest && earlier.length >= max) {
    return Math.max(1, Math.ceil((oldest.at + window - wallTime) / 1_000));
  }
  await query(insertActionSql, { what, client: hash, wallTime });
  return undefined;
}

export interface TestRing {
  recipient: string;
  at: number;
  /** 1 if the phone's service accepted the test ring, otherwise 0. */
  isAccepted: number;
}

/** Records the result of a phone's latest test ring. A recipient's name contains no credentials. */
export async function recordTestRing(
  { query, wallTime }: Transaction,
  { recipient, isAccepted }: { recipient: string; isAccepted: boolean },
): Promise<void> {
  const what = isAccepted ? testRing : refusedTestRing;
  await query(deleteTestRingsSql, { testRing, refusedTestRing, recipient });
  await query(insertActionSql, { what, client: recipient, wallTime });
}

/** Returns the latest test ring of each phone. */
export function readTestRings({ query }: Transaction): Promise<TestRing[]> {
  return query(findTestRingsSql, { testRing, refusedTestRing });
}

export const testRing = 'testRing';
export const refusedTestRing = 'testRingRefused';
const deleteTestRingsSql =
  'delete from attempts where what in (:testRing, :refusedTestRing) and client = :recipient';
const findTestRingsSql = `
  select client as recipient, at, case when what = :testRing then 1 else 0 end as "isAccepted"
  from attempts where what in (:testRing, :refusedTestRing)`;

/** Deletes old actions, and any that were recorded while the clock was ahead. */
const deleteOldSql = 'delete from attempts where what = :what and (at <= :before or at > :after)';
const findEarlierSql = 'select at from attempts where what = :what and client = :client order by at';
const insertActionSql = 'insert into attempts (what, client, at) values (:what, :client, :wallTime)';
