import type { Transaction } from '../queue/transaction.ts';
import { recordAction, recordedActions, recordedActionsTable } from './recorded-actions.ts';

export interface TestRing {
  recipient: string;
  at: number;
  /** 1 if the recipient's service accepted the test ring, otherwise 0. */
  isAccepted: number;
}

/** Records the result of a recipient's latest test ring. A recipient's name contains no credentials. */
export async function recordTestRing(
  transaction: Transaction,
  { recipient, isAccepted }: { recipient: string; isAccepted: boolean },
): Promise<void> {
  const action = isAccepted ? recordedActions.testRing : recordedActions.failedTestRing;
  await transaction.query(deleteTestRingsSql, { recipient });
  await recordAction(transaction, { action, subject: recipient });
}

/** Returns the latest test ring of each recipient. */
export function readTestRings({ query }: Transaction): Promise<TestRing[]> {
  return query(findTestRingsSql, {});
}

/** SQL condition: the recorded action is a test ring. */
export const testRingCondition = `what in ('${recordedActions.testRing}', '${recordedActions.failedTestRing}')`;

const deleteTestRingsSql = `
  delete from ${recordedActionsTable} where ${testRingCondition} and client = :recipient`;
const findTestRingsSql = `
  select client as recipient, at, case when what = '${recordedActions.testRing}' then 1 else 0 end as "isAccepted"
  from ${recordedActionsTable} where ${testRingCondition}`;
