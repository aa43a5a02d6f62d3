import type { DatabaseSync } from 'node:sqlite';
import type { Language } from '../../../content/languages.ts';
import type { ContactRequest } from '../../../contract/contact-request.ts';
import { type Decision, type ListOptions, markedDone, type StoredRequest } from '../request-store.ts';
import { fieldsOf } from './outbox-messages.ts';

/** Phrased so that SQLite reads no more rows than it returns. */
const lists: Record<ListOptions['which'], string> = {
  unsent: "state <> 'sent'",
  sent: "state = 'sent'",
};

export function listRequests(
  database: DatabaseSync,
  { which, before = Number.MAX_SAFE_INTEGER, limit }: ListOptions,
): StoredRequest[] {
  const rows = database
    .prepare(`${select} where request_id < :before and ${lists[which]} order by request_id desc limit :limit`)
    .all({ before, limit });
  return (rows as unknown as StoredRow[]).map(storedRequest);
}

export function findRequest(database: DatabaseSync, reference: string): StoredRequest | undefined {
  const row = database.prepare(`${select} where reference = :reference`).get({ reference });
  return row && storedRequest(row as unknown as StoredRow);
}

const select = 'select * from outbox_messages join requests on requests.id = request_id';

type StoredRow = ContactRequest & {
  request_id: number;
  reference: string;
  language: Language;
  received_at: number;
  state: StoredRequest['state'];
  sent_at: number | null;
  smtp_code: string | null;
  honeypot_filled: 0 | 1;
};

function storedRequest(row: StoredRow): StoredRequest {
  return {
    requestId: row.request_id,
    reference: row.reference,
    fields: fieldsOf(row),
    language: row.language,
    receivedAt: new Date(row.received_at),
    state: row.state,
    sentAt: row.sent_at === null ? undefined : new Date(row.sent_at),
    smtpCode: row.smtp_code ?? undefined,
    honeypotFilled: row.honeypot_filled === 1,
  };
}

export function decide(
  database: DatabaseSync,
  reference: string,
  decision: Decision,
  now: Date,
): StoredRequest['state'] | undefined {
  const found = findRequest(database, reference);
  if (found) {
    const values = { id: found.requestId, now: now.getTime() };
    if (decision === 'done') {
      database.prepare(markDone).run({ ...values, markedDone });
    } else {
      database.prepare(found.state === 'sent' ? sendSentAgain : makeDue).run(values);
    }
  }
  return found?.state;
}

const markDone = `
  update outbox_messages
  set state = 'sent', sent_at = :now, smtp_code = :markedDone, network = null
  where request_id = :id and state in ('pending', 'filed', 'dead_lettered')`;

/** As an individual email: the digest it was in has arrived. */
const sendSentAgain = `
  update outbox_messages
  set state = 'pending', due_at = :now, sent_at = null, possible_duplicate = 1, digest_id = null
  where request_id = :id`;

/** If it is in a pending digest, the whole digest is sent. */
const makeDue = `
  update outbox_messages
  set state = 'pending', due_at = :now
  where request_id = :id and state in ('pending', 'filed', 'dead_lettered')`;
