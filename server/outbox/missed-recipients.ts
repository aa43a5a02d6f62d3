import type { Log } from '../log.ts';
import type { Attempt, Email } from '../mail/transport.ts';
import { lostRecipients } from './delivery-result.ts';

/**
 * Which addresses in MAIL_TO miss emails that the mail server accepts for others. The request still counts as
 * delivered: whoever received it can act.
 */
export function missedRecipients(log: Log) {
  /** By address: the first email it has missed since it last received one. */
  const missed = new Map<string, string>();
  let isKnown = false;

  return {
    /** Observes an attempt for some of an email's addresses, of which at least one has accepted it. */
    update({ reference, to: all }: Email, to: readonly string[], attempt: Attempt): void {
      isKnown = true;
      const lost = lostRecipients(to, attempt);
      const lostAddresses = new Set(lost.map(({ address }) => address));
      if (attempt.outcome === 'accepted') {
        for (const address of to.filter((candidate) => !lostAddresses.has(candidate))) {
          missed.delete(address);
        }
      }
      for (const { address, resultCode, forGood } of lost) {
        // The position in MAIL_TO, not the private address.
        log('recipient_refused', { reference, recipient: all.indexOf(address) + 1, resultCode, forGood });
        missed.set(address, missed.get(address) ?? reference);
      }
    },

    /** References of the first missed emails. Undefined before the first email was sent. */
    missed: () => (isKnown ? [...new Set(missed.values())] : undefined),
  };
}
