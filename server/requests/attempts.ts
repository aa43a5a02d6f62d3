import { Buffer } from 'node:buffer';
import { createHmac } from 'node:crypto';
import type { Transaction } from '../queue/transaction.ts';

/** What is limited, in the store, so that a restart or another server starts no new count. */
export const attemptLimits = {
  /** Of an address: tokens and keys that nothing has. */
  wrongToken: { max: 10, window: 60_000 },
  /** Of everybody together: emails with a pairing link. */
  pairingEmail: { max: 3, window: 60 * 60_000 },
};

export type LimitedAttempt = keyof typeof attemptLimits;

/**
 * Counts an attempt. Over the limit, it isn't counted, and the seconds until the next are returned. `client`: an
 * address, of which a keyed hash is stored, or '' for everybody.
 */
export async function countAttempt(
  { query, wallClock, hashKey }: Transaction,
  { what, client }: { what: LimitedAttempt; client: string },
): Promise<number | undefined> {
  const { max, window } = attemptLimits[what];
  const hash = createHmac('sha256', Buffer.from(hashKey, 'hex')).update(`${what} ${client}`).digest('hex');
  await query(forgetOld, { what, before: wallClock - window, after: wallClock + window });
  const earlier = await query<{ at: number }>(findEarlier, { what, client: hash });
  const [oldest] = earlier;
  if (oldest && earlier.length >= max) {
    return Math.max(1, Math.ceil((oldest.at + window - wallClock) / 1_000));
  }
  await query(insertAttempt, { what, client: hash, wallClock });
  return undefined;
}

export interface TestRing {
  recipient: string;
  at: number;
  /** Whether the phone's service accepted it: 1, or 0. */
  isAccepted: number;
}

/** Notes how a phone's latest test ring ended. A recipient's name has no credentials. */
export async function recordTestRing(
  { query, wallClock }: Transaction,
  { recipient, isAccepted }: { recipient: string; isAccepted: boolean },
): Promise<void> {
  const what = isAccepted ? testRing : refusedTestRing;
  await query(forgetTestRings, { testRing, refusedTestRing, recipient });
  await query(insertAttempt, { what, client: recipient, wallClock });
}

/** The latest test ring of each phone. */
export function readTestRings({ query }: Transaction): Promise<TestRing[]> {
  return query(findTestRings, { testRing, refusedTestRing });
}

const testRing = 'testRing';
const refusedTestRing = 'testRingRefused';
const forgetTestRings =
  'delete from attempts where what in (:testRing, :refusedTestRing) and client = :recipient';
const findTestRings = `
  select client as recipient, at, case when what = :testRing then 1 else 0 end as "isAccepted"
  from attempts where what in (:testRing, :refusedTestRing)`;

/** Also those that a clock that was ahead has written. */
const forgetOld = 'delete from attempts where what = :what and (at <= :before or at > :after)';
const findEarlier = 'select at from attempts where what = :what and client = :client order by at';
const insertAttempt = 'insert into attempts (what, client, at) values (:what, :client, :wallClock)';
