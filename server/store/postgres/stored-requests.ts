import type { Language } from '../../../content/languages.ts';
import type { ContactRequest } from '../../../contract/contact-request.ts';
import { type Decision, type ListOptions, markedDone, type StoredRequest } from '../request-store.ts';
import { fromColumns } from './field-text.ts';
import type { Transaction } from './transaction.ts';

const lists: Record<ListOptions['which'], string> = {
  unsent: "state <> 'sent'",
  sent: "state = 'sent'",
};

export async function listRequests(
  { query }: Transaction,
  { which, before = Number.MAX_SAFE_INTEGER, limit }: ListOptions,
): Promise<StoredRequest[]> {
  const { rows } = await query<StoredRow>(
    `${select} where request_id < $1 and ${lists[which]} order by request_id desc limit $2`,
    [before, limit],
  );
  return rows.map(storedRequest);
}

export async function findRequest(
  { query }: Transaction,
  reference: string,
): Promise<StoredRequest | undefined> {
  const { rows } = await query<StoredRow>(`${select} where reference = $1`, [reference]);
  return rows[0] && storedRequest(rows[0]);
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
  honeypot_filled: boolean;
};

function storedRequest(row: StoredRow): StoredRequest {
  return {
    requestId: row.request_id,
    reference: row.reference,
    fields: fromColumns(row),
    language: row.language,
    receivedAt: new Date(row.received_at),
    state: row.state,
    sentAt: row.sent_at === null ? undefined : new Date(row.sent_at),
    smtpCode: row.smtp_code ?? undefined,
    honeypotFilled: row.honeypot_filled,
  };
}

/** Locks the row first, because a server may be claiming it. */
export async function decide(
  { query, now }: Transaction,
  reference: string,
  decision: Decision,
): Promise<StoredRequest['state'] | undefined> {
  const { rows } = await query<{ id: number; state: StoredRequest['state'] }>(lockRow, [reference]);
  const [found] = rows;
  if (found) {
    if (decision === 'done') {
      await query(markDone, [found.id, now, markedDone]);
    } else {
      await query(found.state === 'sent' ? sendSentAgain : makeDue, [found.id, now]);
    }
  }
  return found?.state;
}

const lockRow = `
  select request_id as id, state
  from outbox_messages
  where request_id = (select id from requests where reference = $1)
  for update`;

const markDone = `
  update outbox_messages
  set state = 'sent', sent_at = $2, smtp_code = $3, network = null
  where request_id = $1 and state in ('pending', 'filed', 'dead_lettered')`;

/** As an individual email: the digest it was in has arrived. */
const sendSentAgain = `
  update outbox_messages
  set state = 'pending', due_at = $2, sent_at = null, possible_duplicate = true, digest_id = null
  where request_id = $1`;

/** If it is in a pending digest, the whole digest is sent. */
const makeDue = `
  update outbox_messages
  set state = 'pending', due_at = $2
  where request_id = $1 and state in ('pending', 'filed', 'dead_lettered')`;
