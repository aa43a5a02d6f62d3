import type { Transaction } from '../queue/transaction.ts';
import { attemptKinds, insertActionSql } from './rate-limited-actions.ts';

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
  const action = isAccepted ? attemptKinds.testRing : attemptKinds.refusedTestRing;
  await query(deleteTestRingsSql, { recipient });
  await query(insertActionSql, { action, client: recipient, wallTime });
}

/** Returns the latest test ring of each phone. */
export function readTestRings({ query }: Transaction): Promise<TestRing[]> {
  return query(findTestRingsSql, {});
}

/** SQL condition: the row of `attempts` is a test ring. */
export const testRingCondition = `what in ('${attemptKinds.testRing}', '${attemptKinds.refusedTestRing}')`;

const deleteTestRingsSql = `delete from attempts where ${testRingCondition} and client = :recipient`;
const findTestRingsSql = `
  select client as recipient, at, case when what = '${attemptKinds.testRing}' then 1 else 0 end as "isAccepted"
  from attempts where ${testRingCondition}`;
