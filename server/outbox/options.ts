/** The numbers of the outbox, in milliseconds unless said otherwise. */
export const options = {
  /** How long a claimed message belongs to its sender. */
  lease: 60_000,
  /** When an attempt is given up: well inside the lease, so that two senders never overlap. */
  sendTimeout: 45_000,
  /** How often the store is asked for what is due; a saved request is asked for at once. */
  poll: 1_000,
  /** Emails sent at the same time, so that one slow conversation holds up nobody. */
  concurrency: 4,
  /** A deferred message: first and longest pause. It is tried for as long as it takes. */
  deferral: { first: 5_000, longest: 15 * 60_000 },
  /** Deferred messages go at once when the mail server takes one again, but not more often than this. */
  deferredAgain: 60_000,
  /** Dead letters are tried again after this, and at each start: the owner may have repaired the mailbox. */
  deadLettersAgain: 24 * 60 * 60_000,
  /** An unreachable mail server: first and longest pause. It is tried at least each minute. */
  connection: { first: 1_000, longest: 50_000 },
  /** A refused login is tried this rarely: mail providers lock an account that knocks more often. */
  loginRefused: 10 * 60_000,
  /** After so many emails within a time, the rest go out together, once in that time. */
  digest: { after: 30, within: 10 * 60_000 },
  /** One address refused for now, while others took the email: the pauses, and how many emails wait for it. */
  recipients: { pauses: [60_000, 5 * 60_000, 15 * 60_000, 60 * 60_000], waiting: 100 },
  /** Each pause is longer by up to this part of itself: what failed together is not retried together. */
  jitter: 0.2,
};

/**
 * The pause after a number of failures (1 for the first), in milliseconds: it doubles up to the
 * longest. `chance` is from 0 to 1.
 */
export function backOff(
  { first, longest }: { first: number; longest: number },
  failures: number,
  chance: number,
): number {
  const pause = Math.min(first * 2 ** (failures - 1), longest);
  return pause * (1 + options.jitter * chance);
}
