import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Language } from '../../content/languages.ts';
import type { ContactRequest } from '../../contract/contact-request.ts';
import type { ClaimTerms, OwedMail, Settlement } from './request-store.ts';

export function claimMail(database: DatabaseSync, terms: ClaimTerms): OwedMail | undefined {
  const leaseToken = randomUUID();
  const claimed = database.prepare(claim).get({
    leaseToken,
    now: terms.now.getTime(),
    leaseEndsAt: terms.leaseEndsAt.getTime(),
    farthestDue: terms.farthestDue.getTime(),
    includeFiled: terms.includeFiled ? 1 : 0,
  }) as { request_id: number } | undefined;
  return claimed && readOwed(database, claimed.request_id, leaseToken);
}

/** A lease that ran out may have ended after the final dot: what was being sent is a possible repeat. */
const claim = `
  update owed_mails
  set state = 'sending',
      lease_token = :leaseToken,
      lease_ends_at = :leaseEndsAt,
      possible_repeat = max(possible_repeat, state = 'sending')
  where request_id = (
    select request_id
    from owed_mails
    where (state = 'pending' and (due_at <= :now or due_at > :farthestDue))
       or (state = 'filed' and :includeFiled)
       or (state = 'sending' and (lease_ends_at <= :now or lease_ends_at > :farthestDue))
    order by due_at
    limit 1
  )
  returning request_id`;

function readOwed(database: DatabaseSync, requestId: number, leaseToken: string): OwedMail {
  const row = database
    .prepare('select * from requests join owed_mails on request_id = id where id = :requestId')
    .get({ requestId }) as unknown as OwedRow;
  const { reference, language, name, phone, email, service, message, refusals } = row;
  return {
    requestId,
    leaseToken,
    reference,
    fields: { name, phone, email, service, message },
    language,
    receivedAt: new Date(row.received_at),
    refusals,
    possibleRepeat: row.possible_repeat === 1,
  };
}

type OwedRow = ContactRequest & {
  reference: string;
  language: Language;
  received_at: number;
  refusals: number;
  possible_repeat: 0 | 1;
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
  });
  return changes === 1;
}

const settle = `
  update owed_mails
  set state = :state,
      due_at = :dueAt,
      lease_token = null,
      lease_ends_at = null,
      refusals = :refusals,
      possible_repeat = :possibleRepeat,
      last_answer = :answer,
      sent_at = case when :state = 'sent' then :at end
  where request_id = :requestId and lease_token = :leaseToken`;
