import type { DatabaseSync } from 'node:sqlite';
import type { StoreCheck } from './request-store.ts';

/** Writes, because a full or read-only disk still reads. */
export function checkStore(database: DatabaseSync, now: Date): StoreCheck {
  database.prepare('update installation set checked_at = :now').run({ now: now.getTime() });
  const { oldest, parked } = database.prepare(unsent).get() as { oldest: number | null; parked: number };
  return { oldestUnsent: oldest === null ? undefined : new Date(oldest), parked };
}

const unsent = `
  select min(received_at) as oldest, count(*) filter (where state = 'parked') as parked
  from owed_mails join requests on requests.id = request_id
  where state <> 'sent'`;
