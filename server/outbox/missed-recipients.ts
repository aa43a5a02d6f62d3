import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Attempt, Email, RefusedRecipient, Transport } from '../mail/transport.ts';
import { options } from './options.ts';

interface Parts {
  transport: Transport;
  clock: Clock;
  log: Log;
  stopping: AbortSignal;
}

/**
 * Tracks the addresses in MAIL_TO for which the mail server refuses an email that it accepts for others. The
 * request still counts as sent: whoever received it can act, and a permanently wrong address must not keep it
 * unsent, unpurged and resent to everyone else. After a temporary refusal the same email, with the same
 * Message-ID, is sent to that address alone a few more times. None of this is stored: a restart ends the
 * retries, but the log has recorded the refusal.
 */
export function missedRecipients({ transport, clock, log, stopping }: Parts) {
  /** By address: the first email it has missed since it last received one. */
  const missed = new Map<string, string>();
  let isKnown = false;
  let waiting = 0;

  return {
    /** Observes an attempt and retries temporary refusals. */
    learn(email: Email, attempt: Attempt): void {
      if (attempt.outcome === 'accepted') {
        const refused = note(email, email, attempt);
        if (refused.length > 0) {
          tryAgain(email, refused);
        }
      }
    },

    /** References of the first missed emails, one per address. Undefined before the first email was sent. */
    missed: () => (isKnown ? [...new Set(missed.values())] : undefined),
  };

  /** Returns the addresses that may accept it later. `whole` is the email to all addresses. */
  function note(whole: Email, { to }: Email, { refused = [] }: Attempt): readonly string[] {
    isKnown = true;
    const refusedAddresses = new Set(refused.map(({ address }) => address));
    for (const address of to.filter((candidate) => !refusedAddresses.has(candidate))) {
      missed.delete(address);
    }
    for (const recipient of refused) {
      report(whole, recipient);
    }
    return refused.filter(({ forGood }) => !forGood).map(({ address }) => address);
  }

  /** Logs the position in MAIL_TO, not the private address. */
  function report({ reference, to }: Email, { address, smtpCode, forGood }: RefusedRecipient): void {
    log('recipient_refused', { reference, recipient: to.indexOf(address) + 1, smtpCode, forGood });
    if (!missed.has(address)) {
      missed.set(address, reference);
    }
  }

  async function tryAgain(whole: Email, refused: readonly string[]): Promise<void> {
    if (waiting >= options.recipients.waiting) {
      return;
    }
    waiting += 1;
    let to = refused;
    for (const pause of options.recipients.pauses) {
      await clock.wait(pause, stopping);
      if (stopping.aborted || to.length === 0) {
        break;
      }
      to = await send(whole, to);
    }
    waiting -= 1;
  }

  async function send(whole: Email, to: readonly string[]): Promise<readonly string[]> {
    const sent = new AbortController();
    const timeout = new AbortController();
    clock.wait(options.sendTimeout, sent.signal).then(() => timeout.abort());
    const attempt = await transport.send({ ...whole, to }, AbortSignal.any([stopping, timeout.signal]));
    sent.abort();
    const { outcome, smtpCode } = attempt;
    if (outcome === 'accepted') {
      log('recipient_reached', { reference: whole.reference, recipients: to.length });
      return note(whole, { ...whole, to }, attempt);
    } else if (outcome === 'refused') {
      for (const address of to) report(whole, { address, smtpCode, forGood: true });
    }
    // Ambiguous: it may have arrived, and the others have it.
    return outcome === 'refused' || outcome === 'ambiguous' ? [] : to;
  }
}
