import { day, hour, minute } from '../clock.ts';

export const outboxTimings = {
  /** When to give up on a hanging attempt. A mail server's reply may take ten minutes (RFC 5321, 4.5.3.2.6). */
  sendTimeout: 30 * minute,
  /** How long a sender waits after `claimInterval` before it claims again. A save ends this wait early. */
  poll: 1_000,
  /** The minimum time between a sender's claims, so that deliveries that arrive close together share a claim. */
  claimInterval: 100,
  /** The pauses of a deferred or ambiguous delivery, which grow from `first` to `longest`, not counting the jitter. */
  deferral: { first: 5_000, longest: 15 * minute },
  /** The pause after two ambiguous attempts in a row. Each retry may send the recipient another copy. */
  ambiguousTwice: 2 * hour,
  /** How often refused deliveries are retried by default, because somebody may have fixed the cause. */
  refused: day,
  /**
   * How long a delivery must be overdue before the next recipient gets a message early. After a refusal, or if the
   * message may have arrived, there is no delay.
   */
  nextRecipientDelay: 10_000,
  /** The pauses of a failing channel, which grow from `first` to `longest`, not counting the jitter. */
  connection: { first: 1_000, longest: 30_000 },
  /** The minimum pause after a refused login. Services may lock accounts that retry more often. */
  loginRefused: 10 * minute,
};

/**
 * Returns the pause after `failures` failures (1 for the first). The pause doubles up to `longest`. `jitter`, from 0 to
 * 1, then lengthens the pause by up to a fifth, so that messages that failed together are retried at different times.
 */
export function computeBackOff(
  { first, longest }: typeof outboxTimings.deferral,
  failures: number,
  jitter: number,
) {
  return Math.min(first * 2 ** (failures - 1), longest) * (1 + jitter / 5);
}
