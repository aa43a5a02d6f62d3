/** The outbox's constants, in milliseconds unless noted. */
export const outboxTimings = {
  /** When to give up on a hanging attempt. A reply to the final dot may take ten minutes (RFC 5321, 4.5.3.2.6). */
  sendTimeout: 30 * 60_000,
  /** How often to renew leases and poll for due deliveries. A save triggers a poll immediately. */
  poll: 1_000,
  /** The minimum time between two claims, so that deliveries that arrive close together share a claim. */
  claimInterval: 100,
  /** The pauses of a deferred delivery, which grow from `first` to `longest`. It is retried indefinitely. */
  deferral: { first: 5_000, longest: 15 * 60_000 },
  /** The pause after two attempts in a row without a reply. Each retry probably sends the recipient another copy. */
  ambiguousTwice: 2 * 60 * 60_000,
  /** How often refused deliveries are retried, because the owner may have fixed the mailbox. */
  refused: 24 * 60 * 60_000,
  /** How long a delivery to an unreachable recipient must be overdue before the next recipient gets a message early. */
  nextRecipientDelay: 10_000,
  /** The pauses of an unreachable channel, which grow from `first` to `longest`. */
  connection: { first: 1_000, longest: 30_000 },
  /** The pause after a refused login. Mail providers lock accounts that retry more often. */
  loginRefused: 10 * 60_000,
};

/**
 * Returns the pause after `failures` failures (1 for the first), in milliseconds. The pause doubles up to `longest`.
 * `jitter`, from 0 to 1, then lengthens the pause by up to a fifth, so that deliveries that failed together are retried
 * at different times.
 */
export function computeBackOff(
  { first, longest }: typeof outboxTimings.deferral,
  failures: number,
  jitter: number,
) {
  return Math.min(first * 2 ** (failures - 1), longest) * (1 + jitter / 5);
}
