import type { Transaction } from '../queue/transaction.ts';

/**
 * The table of recorded actions. Renaming the table or a column would break older servers. The column `client` contains
 * the action's subject: a client's keyed hash if the action is rate-limited, and otherwise a recipient's name.
 */
export const recordedActionsTable = 'attempts';

/** The values of the column `what`. They are stored, so they can't change. */
export const recordedActions = {
  /** Somebody sent an unknown token or key. */
  wrongToken: 'wrongToken',
  /** Somebody requested an email with a pairing link. */
  pairingEmail: 'pairingEmail',
  /** A recipient's service accepted a test ring. */
  testRing: 'testRing',
  /** A recipient's service didn't accept a test ring. */
  failedTestRing: 'testRingRefused',
  /**
   * A recipient's service accepted an alarm about a driver's cancellation or deletion (driver-events.ts). The subject
   * also contains the request's reference.
   */
  driverAlarm: 'driverAlarm',
} as const;

type RecordedAction = (typeof recordedActions)[keyof typeof recordedActions];

/** Records that an action happened now. */
export async function recordAction(
  { query, wallTime }: Transaction,
  { action, subject }: { action: RecordedAction; subject: string },
): Promise<void> {
  await query(insertActionSql, { action, subject, wallTime });
}

const insertActionSql = `
  insert into ${recordedActionsTable} (what, client, at) values (:action, :subject, :wallTime)`;
