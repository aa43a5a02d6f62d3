/** The outbox's constants, in milliseconds unless noted. */
export const options = {
  /** When to give up on a channel that hangs. A reply to the final dot may take ten minutes (RFC 5321, 4.5.3.2.6). */
  sendTimeout: 30 * 60_000,
  /** How often to renew leases and poll for due deliveries. A save triggers a poll immediately. */
  poll: 1_000,
  /** The least time between two claims: what has gathered is claimed together. */
  claimInterval: 100,
  /** A deferred delivery: first and longest pause. It is retried indefinitely. */
  deferral: { first: 5_000, longest: 15 * 60_000 },
  /** One that ended without a reply twice in a row: each attempt is probably one more copy for the recipient. */
  ambiguousTwice: 2 * 60 * 60_000,
  /** How often refused ones are retried: the owner may have fixed the mailbox. */
  refused: 24 * 60 * 60_000,
  /** How long a recipient may be unreachable before the next one's turn begins. */
  handOver: 10_000,
  /** An unreachable channel: first and longest pause. */
  connection: { first: 1_000, longest: 30_000 },
  /** Pause after a refused login: mail providers lock accounts that retry more often. */
  loginRefused: 10 * 60_000,
};

/**
 * The pause after `failures` failures (1 for the first), in milliseconds: doubles up to `longest`, and grows by up
 * to a fifth with `chance`, from 0 to 1, so that what failed together is not retried together.
 */
export function backOff({ first, longest }: typeof options.deferral, failures: number, chance: number) {
  return Math.min(first * 2 ** (failures - 1), longest) * (1 + chance / 5);
}
