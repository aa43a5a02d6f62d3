import type { Transaction } from '../queue/transaction.ts';

/** A fault that alerts are about. Its times are trusted times (server/queue/transaction.ts). */
export interface Incident {
  event: string;
  /** When the fault was last found. */
  seenAt: number;
  /** When the fault was last reported. Null if the fault is over or nobody was told yet. */
  reportedAt: number | null;
  /** When the fault was last reported as urgent, in this incident or an earlier one. */
  urgentAt: number | null;
}

/** Returns all incidents, even past ones, and the current time. */
export async function readIncidents({
  query,
  trustedTime,
}: Transaction): Promise<{ now: number; known: Incident[] }> {
  return { now: trustedTime, known: await query<Incident>(readIncidentsSql, {}) };
}

export async function saveIncident({ query }: Transaction, incident: Incident): Promise<void> {
  await query(writeIncidentSql, { ...incident });
}

const readIncidentsSql = `
  select event, seen_at as "seenAt", reported_at as "reportedAt", urgent_at as "urgentAt" from incidents`;

const writeIncidentSql = `
  insert into incidents (event, seen_at, reported_at, urgent_at)
  values (:event, :seenAt, :reportedAt, :urgentAt)
  on conflict (event) do update set
    seen_at = excluded.seen_at, reported_at = excluded.reported_at, urgent_at = excluded.urgent_at`;
