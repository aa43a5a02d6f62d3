import type { Attempt, Mail } from '../mail/transport.ts';
import type { OwedCollective, OwedMail, Settlement } from '../store/request-store.ts';
import { settlementOf } from './settlement.ts';

/** What is one mail on the way: one request, or many. */
export interface Shipment {
  mails: readonly OwedMail[];
  compose(): Promise<Mail>;
  /** What an attempt means for each request in it. */
  settlements(attempt: Attempt, now: Date, chance: number): Settlement[];
}

export function single(mail: OwedMail, compose: (owed: OwedMail) => Promise<Mail>): Shipment {
  return {
    mails: [mail],
    compose: () => compose(mail),
    settlements: (attempt, now, chance) => [settlementOf(mail, attempt, now, chance)],
  };
}

/**
 * A collective mail that the mail server took is the mail of each request in it. One that it refused
 * for good may have been refused for one of them: the others must not be lost with it, and go by
 * themselves. What fell for the honeypot is parked.
 */
export function collective(owed: OwedCollective, compose: (owed: OwedCollective) => Promise<Mail>): Shipment {
  return {
    mails: owed.mails,
    compose: () => compose(owed),
    settlements(attempt, now, chance) {
      const all = owed.mails.map((mail) => settlementOf(mail, attempt, now, chance));
      // One time for all: they are tried again as the same mail.
      const dueAt = new Date(Math.max(...all.map((settlement) => settlement.dueAt.getTime())));
      return all.map((settlement, index) => {
        const apart = attempt.outcome === 'refused' && !owed.mails[index]?.trapped;
        return apart ? { ...settlement, state: 'pending', apart } : { ...settlement, dueAt };
      });
    },
  };
}
