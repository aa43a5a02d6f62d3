import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { mailWords } from '../../content/words/mail.ts';
import type { SunkMail } from '../../tests/support/smtp-sink.ts';
import { must } from './campaign.ts';
import { contentOf, type LedgerEntry } from './ledger.ts';

interface Row {
  key: string;
  reference: string;
  /** As JSON. */
  fields: string;
}

/** In SQL of both engines. A request without its email or its page counts as lost. */
export const selectRows = `
  select idempotency_key as key, reference, fields
  from requests join deliveries on deliveries.request_id = requests.id
  where channel = 'email'
    and exists (select 1 from deliveries where request_id = requests.id and channel = 'page')`;

/** What a dead server was sending is due at once. */
export const endLeases = "update deliveries set lease_ends_at = 0 where state = 'sending'";

export const countUnsent =
  "select count(*) as count from deliveries where channel = 'email' and state <> 'sent'";

/** Compares what clients were told with the store's contents. Throws where they differ. */
export function checkStore(ledger: Map<string, LedgerEntry>, dataDir: string) {
  using database = openDatabase(dataDir);
  const [integrity] = Object.values(database.prepare('pragma integrity_check').get() ?? {});
  must(integrity === 'ok', `the database is damaged: ${integrity}`);
  return compareRows(ledger, database.prepare(selectRows).all());
}

/** How many emails are still unsent. Ends their pauses, which may be of hours: the simulation has those. */
export function unsentDeliveries(dataDir: string): number {
  using database = openDatabase(dataDir);
  database
    .prepare("update deliveries set due_at = :now where state in ('pending', 'refused') and due_at > :now")
    .run({ now: Date.now() });
  return Number(database.prepare(countUnsent).get()?.count);
}

function openDatabase(dataDir: string): DatabaseSync {
  const file = join(dataDir, 'requests.sqlite');
  must(existsSync(file), 'the database is lost');
  return new DatabaseSync(file, { timeout: 60_000 });
}

/** Compares what clients were told with the rows of any store. */
export function compareRows(ledger: Map<string, LedgerEntry>, found: readonly object[]) {
  const rows = found as readonly Row[];
  const byKey = new Map(rows.map((row) => [String(row.key).replace(/^client:/, ''), row]));
  must(byKey.size === rows.length, 'a key has two rows');
  for (const [key, row] of byKey) {
    must(ledger.has(key), `the store holds ${key}, which nobody sent`);
    must(contentOf(JSON.parse(row.fields)) === ledger.get(key)?.content, `${key} was altered`);
  }
  const acknowledged = [...ledger].filter(([, { reference }]) => reference !== undefined);
  const lost = acknowledged.filter(([key, { reference }]) => byKey.get(key)?.reference !== reference);
  must(lost.length === 0, `${lost.length} of ${acknowledged.length} acknowledged requests are lost`);
  return { acknowledged: acknowledged.length, rows: rows.length };
}

/** Every request in the store is in the owner's mailbox; duplicates are identical and marked. */
export function checkMails(ledger: Map<string, LedgerEntry>, mails: readonly SunkMail[]) {
  const byReference = Map.groupBy(mails, ({ subject = '' }) => subject.split(' ').at(-1) ?? '');
  let repeats = 0;
  for (const [key, { reference }] of ledger) {
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

/** No page without its request. */
export function checkPages(paged: ReadonlySet<string>, dataDir: string) {
  using database = openDatabase(dataDir);
  const rows = database.prepare('select reference from requests').all() as { reference: string }[];
  must(paged.isSubsetOf(new Set(rows.map(({ reference }) => reference))), 'a page has no request');
  return { paged: paged.size };
}
