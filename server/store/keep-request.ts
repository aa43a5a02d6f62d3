import type { DatabaseSync } from 'node:sqlite';
import { contentHash } from './content-hash.ts';
import { newReference } from './reference.ts';
import type { Kept, PostedRequest } from './request-store.ts';

/** How long equal fields without a key are taken for the same press of the button. */
const contentKeyLife = 10 * 60_000;

/** Keeps one request, inside the caller's transaction. */
export function keepRequest(database: DatabaseSync, posted: PostedRequest): Kept {
  const hash = contentHash(hashKey(database), posted.fields);
  const key =
    posted.idempotencyKey === undefined
      ? `content:${hash.toString('hex')}`
      : `client:${posted.idempotencyKey}`;
  forgetOldContentKey(database, key, posted.receivedAt);
  const earlier = database.prepare(findEarlier).get({ key }) as Earlier | undefined;
  if (!earlier) {
    return { outcome: 'kept', reference: insert(database, posted, key, hash) };
  } else if (hash.equals(earlier.content_hash)) {
    return { outcome: 'repeated', reference: earlier.reference };
  } else {
    return { outcome: 'mismatch' };
  }
}

interface Earlier {
  content_hash: Uint8Array;
  reference: string;
}

const findEarlier = `
  select content_hash, reference
  from idempotency_records join requests on requests.id = request_id
  where key = :key`;

function hashKey(database: DatabaseSync): Uint8Array {
  const row = database.prepare('select hash_key from installation').get() as { hash_key: Uint8Array };
  return row.hash_key;
}

/** Old, or from a future that a corrected clock has taken back. */
function forgetOldContentKey(database: DatabaseSync, key: string, now: Date): void {
  database
    .prepare(
      `delete from idempotency_records
       where key = :key and key like 'content:%' and abs(:now - kept_at) > :life`,
    )
    .run({ key, now: now.getTime(), life: contentKeyLife });
}

function insert(database: DatabaseSync, posted: PostedRequest, key: string, hash: Uint8Array): string {
  const now = posted.receivedAt.getTime();
  const { id, reference } = insertRequest(database, posted, now);
  database
    .prepare('insert into owed_mails (request_id, due_at, trapped) values (:id, :now, :trapped)')
    .run({ id, now, trapped: posted.trapped ? 1 : 0 });
  database
    .prepare(
      `insert into idempotency_records (key, content_hash, kept_at, request_id)
       values (:key, :hash, :now, :id)`,
    )
    .run({ key, hash, now, id });
  return reference;
}

/** A reference is drawn until it is a new one: 31^6 are enough for the second draw to be rare. */
function insertRequest(database: DatabaseSync, posted: PostedRequest, now: number) {
  const { language, fields } = posted;
  const insert = database.prepare(`
    insert into requests (reference, received_at, language, name, phone, email, service, message)
    values (:reference, :now, :language, :name, :phone, :email, :service, :message)
    on conflict (reference) do nothing
    returning id, reference`);
  for (;;) {
    const row = insert.get({ reference: newReference(), now, language, ...fields });
    if (row) {
      return row as { id: number; reference: string };
    }
  }
}
