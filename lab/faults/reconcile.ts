import { mailWords } from '../../content/words/mail.ts';
import { fieldNames } from '../../contract/contact-fields.ts';
import type { ContactRequest } from '../../contract/contact-request.ts';
import type { SunkMail } from '../../tests/support/smtp-sink.ts';
import { must } from './campaign.ts';
import { fieldsOf, type Ledger } from './load.ts';

/** Sends SQL of both engines to the store. */
export type Query = (sql: string) => Promise<Record<string, unknown>[]>;

/** A request without its email or its page counts as lost. */
const selectRows = `
  select idempotency_key as key, reference, fields
  from requests join deliveries on deliveries.request_id = requests.id
  where channel = 'email'
    and exists (select 1 from deliveries where request_id = requests.id and channel = 'page')`;

const contentOf = (fields: ContactRequest) => JSON.stringify(fieldNames.map((name) => fields[name]));

/** Compares what clients were told with the store's contents. Throws where they differ. */
export async function checkStore(ledger: Ledger, query: Query) {
  const rows = await query(selectRows);
  const byKey = new Map(rows.map((row) => [String(row.key).replace(/^client:/, ''), row]));
  must(byKey.size === rows.length, 'a key has two rows');
  for (const [key, { fields }] of byKey) {
    must(ledger.has(key), `the store holds ${key}, which nobody sent`);
    must(contentOf(JSON.parse(String(fields))) === contentOf(fieldsOf(key)), `${key} was altered`);
  }
  const acknowledged = [...ledger].filter(([, reference]) => reference !== undefined);
  const lost = acknowledged.filter(([key, reference]) => byKey.get(key)?.reference !== reference);
  must(lost.length === 0, `${lost.length} of ${acknowledged.length} acknowledged requests are lost`);
  return { acknowledged: acknowledged.length, rows: rows.length };
}

/** Whether no email waits. Ends their pauses, which may be of hours: the simulation has those. */
export async function isDelivered(query: Query): Promise<boolean> {
  const now = Date.now();
  await query(
    `update deliveries set due_at = ${now} where state in ('pending', 'refused') and due_at > ${now}`,
  );
  const unsent = await query("select 1 from deliveries where channel = 'email' and state <> 'sent' limit 1");
  return unsent.length === 0;
}

/** The last word of an email's subject. */
export const referenceOf = ({ subject = '' }: SunkMail): string => subject.split(' ').at(-1) ?? '';

/** Every request in the store is in the owner's mailbox; duplicates are identical and marked. */
export function checkMails(ledger: Ledger, mails: readonly SunkMail[]) {
  const byReference = Map.groupBy(inOrderOfClaims(mails), referenceOf);
  let repeats = 0;
  for (const [key, reference] of ledger) {
    if (reference !== undefined) {
      const [first, ...again] = byReference.get(reference) ?? [];
      must(first !== undefined, `${key} (${reference}) was never emailed`);
      must(first.text?.includes(`This is ${key}.`) ?? false, `the email of ${key} has the wrong content`);
      for (const repeat of again) {
        must(repeat.messageId === first.messageId, `${reference} came under two Message-IDs`);
        const isMarked = repeat.text?.includes(mailWords.possibleDuplicate) ?? false;
        must(isMarked, `${reference} came twice, unmarked`);
      }
      repeats += again.length;
    }
  }
  return { mails: mails.length, repeats };
}

/**
 * An email's date says when a server claimed it. If that server then stops responding for longer than its lease,
 * its email arrives after the one that another server has claimed since, and only that one can be marked.
 */
function inOrderOfClaims(mails: readonly SunkMail[]): SunkMail[] {
  const claimedAt = ({ date = '' }: SunkMail) => Date.parse(date);
  const undated = mails.find((mail) => Number.isNaN(claimedAt(mail)));
  must(undated === undefined, 'an email has no date');
  return mails.toSorted((one, other) => claimedAt(one) - claimedAt(other));
}

/** No page without its request. `paged` holds the references in the pages that the phone got. */
export async function checkPages(paged: ReadonlySet<string>, query: Query) {
  const rows = await query('select reference from requests');
  const known = new Set(rows.map(({ reference }) => String(reference)));
  must(paged.isSubsetOf(known), 'a page has no request');
  return { paged: paged.size };
}
