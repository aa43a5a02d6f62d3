import type { DatabaseSync } from 'node:sqlite';
import type { StoreCheck } from './request-store.ts';

/** Writes, because a full or read-only disk still reads. */
export function checkStore(database: DatabaseSync, now: Date): StoreCheck {
  database.prepare('update installation set checked_at = :now').run({ now: now.getTime() });
  const { received_at: oldest } = database.prepare(oldestUnsent).get() as { received_at: number | null };
  return { oldestUnsent: oldest === null ? undefined : new Date(oldest) };
}

const oldestUnsent = `
  select min(received_at) as received_at
  from owed_mails join requests on requests.id = request_id
  where state <> 'sent'`;
