/** The outbox's constants, in milliseconds unless noted. */
export const options = {
  /** How long a claim is exclusive to its sender. */
  lease: 60_000,
  /** When to abort an attempt: well within the lease, so that two senders never overlap. */
  sendTimeout: 45_000,
  /** After aborting, how long a hung store may delay the stop. */
  storeGrace: 1_000,
  /** How often to poll for due messages; a save triggers a poll immediately. */
  poll: 1_000,
  /** The least time between two claims, unless all senders were busy: what has gathered is claimed together. */
  claimInterval: 100,
  /** How often the store clears what it keeps only for minutes. */
  sweepInterval: 60_000,
  /** Emails sent concurrently, so that one slow session does not block the others. */
  concurrency: 4,
  /** A deferred message: first and longest pause. It is retried indefinitely. */
  deferral: { first: 5_000, longest: 15 * 60_000 },
  /** A message whose sender ended twice in the middle of an attempt. */
  crashPause: 30_000,
  /** When the mail server accepts email again, deferred messages are retried at once, at most this often. */
  deferredRetryInterval: 60_000,
  /** How often dead letters are retried: the owner may have fixed the mailbox. */
  deadLetterRetryInterval: 24 * 60 * 60_000,
  /** At a server's start they are retried at once, at most this often. */
  deadLetterRestartInterval: 60 * 60_000,
  /** An unreachable mail server: first and longest pause. It is tried at least every minute. */
  connection: { first: 1_000, longest: 30_000 },
  /** Pause after a refused login: mail providers lock accounts that retry more often. */
  loginRefused: 10 * 60_000,
  /**
   * At most `emails` in any `window`; the rest wait. After `holdsFor`, and then once per `window`, an overview
   * names what waits. `outOfTurn` of the emails go to whatever has waited longest.
   */
  budget: { emails: 30, window: 10 * 60_000, outOfTurn: 3, holdsFor: 60_000 },
  /** An overview that the mail server deferred. */
  overviewRetryInterval: 60_000,
  /**
   * Each pause grows by up to this fraction, so that messages that failed together are not retried together.
   */
  jitter: 0.2,
};

/**
 * The pause after `failures` failures (1 for the first), in milliseconds; doubles up to `longest`. `chance`
 * is from 0 to 1.
 */
export function backOff(
  { first, longest }: { first: number; longest: number },
  failures: number,
  chance: number,
): number {
  const pause = Math.min(first * 2 ** (failures - 1), longest);
  return pause * (1 + options.jitter * chance);
}
