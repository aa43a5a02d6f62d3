import type { RequestTransaction } from './destinations.ts';
import { endedCondition } from './request-record.ts';
import { stopRepeatingAlarms } from './stop-repeating.ts';

/** A press of "I'm taking it" in an alarm or on the plain page. */
export interface ButtonPress {
  reference: string;
  /** Empty if no name was given. */
  by: string;
  /**
   * Identifies who pressed: a random key of one page, or a hash of the token and the alarm's recipient. Pressing again
   * after a lost response sends the same key.
   */
  retryKey?: string | undefined;
}

/** The person who took a request, and the time. */
export interface Taken {
  /** Whether this call took the request. */
  isFirst: boolean;
  /** Whether this call took the request, or an earlier call with the same key did. */
  isYours: boolean;
  by: string;
  at: Date;
}

/**
 * Records who is handling a request when somebody presses an alarm's button in a paging app, or the plain page's button
 * in a browser that Dispatch doesn't support. Dispatch itself calls `takeRequest`. Returns undefined if the request
 * doesn't exist, or ended while nobody had it.
 */
export async function takeByButton(
  transaction: RequestTransaction,
  { reference, by, retryKey }: ButtonPress,
): Promise<Taken | undefined> {
  const { query, wallTime } = transaction;
  // Dispatch may be recording a take at the same time.
  await transaction.lock('claim');
  const [taken] = await query<{ id: number }>(markTakenSql, {
    reference,
    by,
    retryKey: retryKey ?? null,
    wallTime,
  });
  if (taken) {
    // The next claim for a phone ends the alarms. Only services that repeat them need to know now.
    await stopRepeatingAlarms(transaction, { requestId: taken.id });
  }
  const [row] = await query<{ at: number; by: string; retryKey: string | null }>(findTakenSql, { reference });
  const isFirst = taken !== undefined;
  const isYours = isFirst || (retryKey !== undefined && row?.retryKey === retryKey);
  return row && { isFirst, isYours, by: row.by, at: new Date(row.at) };
}

const markTakenSql = `
  update requests set taken_at = :wallTime, taken_by = :by, taken_key = :retryKey
  where reference = :reference and taken_at is null and not (${endedCondition})
  returning id`;

const findTakenSql = `
  select taken_at as at, coalesce(taken_by, '') as by, taken_key as "retryKey"
  from requests where reference = :reference and taken_at is not null`;
