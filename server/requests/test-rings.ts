import type { Transaction } from '../queue/transaction.ts';
import { insertActionSql } from './rate-limited-actions.ts';

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
  const action = isAccepted ? testRing : refusedTestRing;
  await query(deleteTestRingsSql, { testRing, refusedTestRing, recipient });
  await query(insertActionSql, { action, client: recipient, wallTime });
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
