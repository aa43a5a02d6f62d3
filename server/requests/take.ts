import { cancelAlarms } from './cancel-alarms.ts';
import { hasEnded } from './request-record.ts';
import type { RequestTransaction } from './routes.ts';

export interface Take {
  reference: string;
  /** Empty if they gave no name. */
  by: string;
  /** The same when somebody presses the button again, because the answer was lost. */
  key?: string | undefined;
}

/** Who has taken a request, and when. */
export interface Taken {
  /** Whether nobody had taken it before. */
  isFirst: boolean;
  /** Whether it was taken with the same key, now or before. */
  isYours: boolean;
  by: string;
  at: Date;
}

/**
 * Records who is handling a request: the next claim ends its alarms. This is for whoever has only the link of an alarm, in a
 * browser that Dispatch is too new for, or a program: paired phones call `takeRequest`. Undefined if nobody has taken
 * it: there is no such request, or it has ended.
 */
export async function take(
  transaction: RequestTransaction,
  { reference, by, key }: Take,
): Promise<Taken | undefined> {
  const { query, wallClock } = transaction;
  const [taken] = await query<{ id: number }>(markTaken, { reference, by, key: key ?? null, wallClock });
  if (taken) {
    await cancelAlarms(transaction, { requestId: taken.id });
  }
  const [row] = await query<{ at: number; by: string; key: string | null }>(findTaken, { reference });
  const isFirst = taken !== undefined;
  const isYours = isFirst || (key !== undefined && row?.key === key);
  return row && { isFirst, isYours, by: row.by, at: new Date(row.at) };
}

const markTaken = `
  update requests set taken_at = :wallClock, taken_by = :by, taken_key = :key
  where reference = :reference and taken_at is null and not (${hasEnded})
  returning id`;

const findTaken = `
  select taken_at as at, coalesce(taken_by, '') as by, taken_key as key
  from requests where reference = :reference and taken_at is not null`;
