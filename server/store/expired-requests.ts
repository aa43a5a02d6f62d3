import type { DatabaseSync } from 'node:sqlite';
import type { ExpiryTerms } from './request-store.ts';

export function findExpired(database: DatabaseSync, { deliveredBefore, atMost }: ExpiryTerms): string[] {
  const rows = database
    .prepare(
      `select reference
       from owed_mails join requests on requests.id = request_id
       where state = 'sent' and sent_at < :deliveredBefore
       order by sent_at
       limit :atMost`,
    )
    .all({ deliveredBefore: deliveredBefore.getTime(), atMost }) as { reference: string }[];
  return rows.map(({ reference }) => reference);
}

/** What hangs on a request goes with it; `secure_delete` overwrites it where it stood. */
export function purge(database: DatabaseSync, references: readonly string[]): void {
  const remove = database.prepare(`
    delete from requests
    where reference = :reference
      and id in (select request_id from owed_mails where state = 'sent')`);
  for (const reference of references) {
    remove.run({ reference });
  }
}
