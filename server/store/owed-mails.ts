import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Language } from '../../content/languages.ts';
import type { ContactRequest } from '../../contract/contact-request.ts';
import type { ClaimTerms, OwedMail, Settlement } from './request-store.ts';

export function claimMails(database: DatabaseSync, terms: ClaimTerms): OwedMail[] {
  const leaseToken = randomUUID();
  database.prepare(claim).run({
    ...leaseOf(leaseToken, terms),
    ...dueOf(terms),
    atMost: terms.atMost,
    collecting: terms.collecting ? 1 : 0,
  });
  return readClaimed(database, leaseToken);
}

export function leaseOf(leaseToken: string, { leaseEndsAt }: Pick<ClaimTerms, 'leaseEndsAt'>) {
  return { leaseToken, leaseEndsAt: leaseEndsAt.getTime() };
}

/** A lease that ran out may have ended after the final dot: what was being sent is a possible repeat. */
export const underLease = `
      state = 'sending',
      lease_token = :leaseToken,
      lease_ends_at = :leaseEndsAt,
      possible_repeat = max(possible_repeat, state = 'sending')`;

export function dueOf(terms: Omit<ClaimTerms, 'atMost' | 'leaseEndsAt'>) {
  return {
    now: terms.now.getTime(),
    farthestDue: terms.farthestDue.getTime(),
    includeFiled: terms.includeFiled ? 1 : 0,
    parkedBefore: terms.parkedBefore.getTime(),
    underWay: JSON.stringify(terms.underWay),
  };
}

/** `state <> 'sent'` lets SQLite use the index of what is owed. */
export const isDue = `
      state <> 'sent'
      and request_id not in (select value from json_each(:underWay))
      and ((state = 'pending' and (due_at <= :now or due_at > :farthestDue))
        or (state = 'filed' and :includeFiled)
        or (state = 'parked' and (due_at < :parkedBefore or due_at > :now))
        or (state = 'sending' and (lease_ends_at <= :now or lease_ends_at > :farthestDue)))`;

/** Parked mails stand at the end of the line: they hold up nobody's first attempt. */
const claim = `
  update owed_mails
  set ${underLease}
  where request_id in (
    select request_id
    from owed_mails
    where ${isDue}
      and not (:collecting and (trapped or batch is not null))
    order by state = 'parked', due_at
    limit :atMost
  )`;

export function readClaimed(database: DatabaseSync, leaseToken: string): OwedMail[] {
  const rows = database.prepare(claimed).all({ leaseToken }) as unknown as OwedRow[];
  return rows.map((row) => owedMail(row, leaseToken));
}

/** `state <> 'sent'` lets SQLite use the index of what is owed. */
const claimed = `
  select *
  from owed_mails join requests on request_id = id
  where state <> 'sent' and lease_token = :leaseToken
  order by due_at`;

function owedMail(row: OwedRow, leaseToken: string): OwedMail {
  const { reference, language, name, phone, email, service, message, refusals } = row;
  return {
    requestId: row.request_id,
    leaseToken,
    reference,
    fields: { name, phone, email, service, message },
    language,
    receivedAt: new Date(row.received_at),
    refusals,
    possibleRepeat: row.possible_repeat === 1,
    trapped: row.trapped === 1,
  };
}

type OwedRow = ContactRequest & {
  request_id: number;
  reference: string;
  language: Language;
  received_at: number;
  refusals: number;
  possible_repeat: 0 | 1;
  trapped: 0 | 1;
};

export function settleMail(database: DatabaseSync, settlement: Settlement): boolean {
  const { requestId, leaseToken, state, answer, refusals } = settlement;
  const { changes } = database.prepare(settle).run({
    requestId,
    leaseToken,
    state,
    answer,
    refusals,
    at: settlement.at.getTime(),
    dueAt: settlement.dueAt.getTime(),
    possibleRepeat: settlement.possibleRepeat ? 1 : 0,
    apart: settlement.apart ? 1 : 0,
  });
  return changes === 1;
}

export function settleMails(database: DatabaseSync, settlements: readonly Settlement[]): void {
  for (const settlement of settlements) {
    settleMail(database, settlement);
  }
}

const settle = `
  update owed_mails
  set state = :state,
      due_at = :dueAt,
      lease_token = null,
      lease_ends_at = null,
      refusals = :refusals,
      possible_repeat = :possibleRepeat,
      batch = case when :apart then null else batch end,
      apart = max(apart, :apart),
      last_answer = :answer,
      sent_at = case when :state = 'sent' then :at end
  where request_id = :requestId and lease_token = :leaseToken`;
