import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { limits } from '../../contract/contact-fields.ts';
import { keepRequest } from './keep-request.ts';
import type { PostedRequest, StoreCheck } from './request-store.ts';

/**
 * Keeps a request and takes it out again, in the caller's transaction. A smaller write would not do:
 * a disk that is nearly full still has room for it, and a full or read-only disk still reads.
 */
export function checkStore(database: DatabaseSync, now: Date): StoreCheck {
  const { key } = keepProbe(database, now);
  database.prepare(takeOut).run({ key });
  const { oldest, parked } = database.prepare(unsent).get() as { oldest: number | null; parked: number };
  return { oldestUnsent: oldest === null ? undefined : new Date(oldest), parked };
}

function keepProbe(database: DatabaseSync, receivedAt: Date): { key: string } {
  const idempotencyKey = randomUUID();
  const fields: PostedRequest['fields'] = {
    name: 'health check',
    phone: '0',
    email: '0',
    service: 'emergency',
    message: 'x'.repeat(limits.message),
  };
  keepRequest(database, { fields, language: 'en', receivedAt, idempotencyKey });
  return { key: `client:${idempotencyKey}` };
}

const takeOut = `
  delete from requests
  where id = (select request_id from idempotency_records where key = :key)`;

const unsent = `
  select min(received_at) as oldest, count(*) filter (where state = 'parked') as parked
  from owed_mails join requests on requests.id = request_id
  where state <> 'sent'`;
