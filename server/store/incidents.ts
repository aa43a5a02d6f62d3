import {
  returnPlace as addToBucket,
  type Bucket,
  countDue,
  takePlace as takeFromBucket,
} from '../queue/budget.ts';
import type { Transaction } from '../queue/transaction.ts';

/** A fault that alerts were sent about. Times are those of the transaction's `now`. */
export interface Incident {
  event: string;
  /** When it was last found. */
  seenAt: number;
  /** When it was last reported. Null if it is over, or nobody was told yet. */
  reportedAt: number | null;
  /** When it was last reported as urgent, this time or an earlier one. */
  urgentAt: number | null;
}

/** All incidents, also those that are over, and the present time. */
export async function incidents({ query, now }: Transaction): Promise<{ now: number; known: Incident[] }> {
  return { now, known: await query<Incident>(readIncidents, {}) };
}

export async function saveIncident({ query }: Transaction, incident: Incident): Promise<void> {
  await query(writeIncident, { ...incident });
}

const readIncidents = `
  select event, seen_at as "seenAt", reported_at as "reportedAt", urgent_at as "urgentAt" from incidents`;

const writeIncident = `
  insert into incidents (event, seen_at, reported_at, urgent_at)
  values (:event, :seenAt, :reportedAt, :urgentAt)
  on conflict (event) do update set
    seen_at = excluded.seen_at, reported_at = excluded.reported_at, urgent_at = excluded.urgent_at`;

/**
 * Takes a place for an alarm that is about no request, and returns when it did. Undefined if there is none: alarms
 * about requests go first, and the last place stays for a first mention.
 */
export async function takePlace(transaction: Transaction, bucket: Bucket): Promise<number | undefined> {
  await transaction.lock('claim');
  const { channel, recipient } = bucket;
  if ((await countDue(transaction, { channel, recipient })) > 0) {
    return undefined;
  }
  return (await takeFromBucket(transaction, bucket, 2)) ? transaction.now : undefined;
}

export const returnPlace = addToBucket;
