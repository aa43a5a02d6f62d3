import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { mailWords } from '../../content/words/mail.ts';
import type { ContactRequest } from '../../contract/contact-request.ts';
import type { SunkMail } from '../../tests/support/smtp-sink.ts';
import { must } from './campaign.ts';
import { contentOf, type LedgerEntry } from './ledger.ts';

export interface Row extends ContactRequest {
  key: string;
  reference: string;
}

/** Compares what clients were told with the store's contents. Throws where they differ. */
export function checkStore(ledger: Map<string, LedgerEntry>, dataDir: string) {
  const database = new DatabaseSync(join(dataDir, 'requests.sqlite'), { timeout: 5_000 });
  try {
    return checkRows(ledger, database);
  } finally {
    database.close();
  }
}

export function checkRows(ledger: Map<string, LedgerEntry>, database: DatabaseSync) {
  const [integrity] = Object.values(database.prepare('pragma integrity_check').get() ?? {});
  must(integrity === 'ok', `the database is damaged: ${integrity}`);
  const rows = database.prepare(readRows).all() as unknown as Row[];
  const { count } = database.prepare(countWhole).get() as { count: number };
  must(count === rows.length, 'a request lacks its idempotency record or outbox message');
  return compareRows(ledger, rows);
}

/** Compares what clients were told with the rows of any store. */
export function compareRows(ledger: Map<string, LedgerEntry>, rows: readonly Row[]) {
  const byKey = new Map(rows.map((row) => [row.key.replace(/^client:/, ''), row]));
  must(byKey.size === rows.length, 'a key has two rows');
  for (const [key, row] of byKey) {
    must(ledger.has(key), `the store holds ${key}, which nobody sent`);
    must(contentOf(row) === ledger.get(key)?.content, `${key} was altered`);
  }
  const acknowledged = [...ledger.values()].filter(({ reference }) => reference !== undefined);
  const lost = acknowledged.filter(({ key, reference }) => byKey.get(key)?.reference !== reference);
  must(lost.length === 0, `${lost.length} of ${acknowledged.length} acknowledged requests are lost`);
  return { acknowledged: acknowledged.length, rows: rows.length };
}

const readRows = `
  select key, reference, name, phone, email, service, message
  from requests left join idempotency_records on request_id = id`;

const countWhole = 'select count(*) as count from requests join outbox_messages on request_id = id';

/** Every request in the store is in the owner's mailbox; duplicates are identical and marked. */
export function checkMails(ledger: Map<string, LedgerEntry>, mails: readonly SunkMail[]) {
  const byReference = Map.groupBy(mails, ({ subject = '' }) => subject.split(' ').at(-1) ?? '');
  let repeats = 0;
  for (const { key, reference } of ledger.values()) {
    if (reference !== undefined) {
      const [first, ...again] = byReference.get(reference) ?? [];
      must(first !== undefined, `${key} (${reference}) was never emailed`);
      must(first.text?.includes(`This is ${key}.`) ?? false, `the email of ${key} has the wrong content`);
      for (const repeat of again) {
        must(repeat.messageId === first.messageId, `${reference} came under two Message-IDs`);
        must(
          repeat.text?.includes(mailWords.possibleDuplicate) ?? false,
          `${reference} came twice, unmarked`,
        );
        repeats += 1;
      }
    }
  }
  return { mails: mails.length, repeats };
}

/** How many messages are still unsent. */
export function unsentMessages(dataDir: string): number {
  const database = new DatabaseSync(join(dataDir, 'requests.sqlite'), { timeout: 5_000 });
  try {
    const row = database.prepare("select count(*) as count from outbox_messages where state <> 'sent'").get();
    return (row as { count: number }).count;
  } finally {
    database.close();
  }
}
