import { mailWords } from '../../content/words/index.ts';
import { fieldNames } from '../../contract/contact-fields.ts';
import type { ContactRequest } from '../../contract/contact-request.ts';
import type { CapturedEmail } from '../../tests/support/smtp-sink.ts';
import { assert } from './campaign.ts';
import { createFields, type Ledger } from './load.ts';

/** Queries the store. The SQL must work in both engines. */
export type Query = (sql: string) => Promise<Record<string, unknown>[]>;

/** Selects only requests that have an email and an alarm. The others count as lost. */
const selectRowsSql = `
  select idempotency_key as key, reference, fields
  from requests join deliveries on deliveries.request_id = requests.id
  where channel = 'email'
    and exists (select 1 from deliveries where request_id = requests.id and channel = 'page')`;

const serializeFields = (fields: ContactRequest) => JSON.stringify(fieldNames.map((name) => fields[name]));

/** Compares the clients' acknowledgements with the store's contents. Throws if they differ. */
export async function checkStore(ledger: Ledger, query: Query) {
  const rows = await query(selectRowsSql);
  const byKey = new Map(rows.map((row) => [String(row.key).replace(/^client:/, ''), row]));
  assert(byKey.size === rows.length, 'a key has two rows');
  for (const [key, { fields }] of byKey) {
    assert(ledger.has(key), `the store has ${key}, which no client sent`);
    assert(
      serializeFields(JSON.parse(String(fields))) === serializeFields(createFields(key)),
      `${key} was altered`,
    );
  }
  const acknowledged = [...ledger].filter(([, reference]) => reference !== undefined);
  const lost = acknowledged.filter(([key, reference]) => byKey.get(key)?.reference !== reference);
  assert(lost.length === 0, `${lost.length} of ${acknowledged.length} acknowledged requests are lost`);
  return { acknowledged: acknowledged.length, rows: rows.length };
}

/** PostgreSQL's error code. */
const deadlockDetected = '40P01';

/** Whether all emails are sent. Ends retry pauses, which may last hours. The simulation tests the pauses. */
export async function isDelivered(query: Query): Promise<boolean> {
  const now = Date.now();
  const endPausesSql = `update deliveries set due_at = ${now} where state in ('pending', 'refused') and due_at > ${now}`;
  try {
    await query(endPausesSql);
  } catch (error) {
    // A server updates the same deliveries in another order, so PostgreSQL may end this statement. The next call
    // repeats it.
    if (Object(error).code !== deadlockDetected) {
      throw error;
    }
  }
  const unsent = await query("select 1 from deliveries where channel = 'email' and state <> 'sent' limit 1");
  return unsent.length === 0;
}

/** Reads a reference: the last word of the email's subject. */
export const parseReference = ({ subject = '' }: CapturedEmail): string => subject.split(' ').at(-1) ?? '';

/** Checks that the owner's mailbox has every acknowledged request, and that duplicates are marked repeats. */
export function checkMails(ledger: Ledger, mails: readonly CapturedEmail[]) {
  const byReference = Map.groupBy(sortByClaim(mails), parseReference);
  let repeats = 0;
  for (const [key, reference] of ledger) {
    if (reference !== undefined) {
      const [first, ...again] = byReference.get(reference) ?? [];
      assert(first !== undefined, `${key} (${reference}) was never emailed`);
      assert(first.text?.includes(`This is ${key}.`) ?? false, `the email of ${key} has the wrong content`);
      for (const repeat of again) {
        assert(repeat.messageId === first.messageId, `${reference} came with two Message-IDs`);
        const isMarked = repeat.text?.includes(mailWords.possibleDuplicate) ?? false;
        assert(isMarked, `${reference} came twice without a mark`);
      }
      repeats += again.length;
    }
  }
  return { mails: mails.length, repeats };
}

/**
 * Sorts emails by their date, which is the time of their claim. If a server stops responding for longer than its lease,
 * another server claims the email again and marks it. The first server's email, without a mark, arrives later.
 */
function sortByClaim(mails: readonly CapturedEmail[]): CapturedEmail[] {
  const claimedAt = ({ date = '' }: CapturedEmail) => Date.parse(date);
  const undated = mails.find((mail) => Number.isNaN(claimedAt(mail)));
  assert(undated === undefined, 'an email has no date');
  return mails.toSorted((first, second) => claimedAt(first) - claimedAt(second));
}

/** Checks that each alarm has a request. `alarmed` has the references in the alarms that the phone got. */
export async function checkAlarms(alarmed: ReadonlySet<string>, query: Query) {
  const rows = await query('select reference from requests');
  const stored = new Set(rows.map(({ reference }) => String(reference)));
  assert(alarmed.isSubsetOf(stored), 'an alarm has no request');
  return { alarmed: alarmed.size };
}
