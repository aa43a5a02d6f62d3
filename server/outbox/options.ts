/** The outbox's constants, in milliseconds unless noted. */
export const options = {
  /** How long a claim is exclusive to its sender. */
  lease: 60_000,
  /** When to abort an attempt: well within the lease, so that two senders never overlap. */
  sendTimeout: 45_000,
  /** How often to poll for due messages; a save triggers a poll immediately. */
  poll: 1_000,
  /** Emails sent concurrently, so that one slow session does not block the others. */
  concurrency: 4,
  /** A deferred message: first and longest pause. It is retried indefinitely. */
  deferral: { first: 5_000, longest: 15 * 60_000 },
  /** When the mail server accepts email again, deferred messages are retried at once, at most this often. */
  deferredRetryInterval: 60_000,
  /** How often dead letters are retried, besides at each start: the owner may have fixed the mailbox. */
  deadLetterRetryInterval: 24 * 60 * 60_000,
  /** An unreachable mail server: first and longest pause. It is tried at least every minute. */
  connection: { first: 1_000, longest: 50_000 },
  /** Pause after a refused login: mail providers lock accounts that retry more often. */
  loginRefused: 10 * 60_000,
  /** After `after` emails within `window`, the rest are combined into one digest per `window`. */
  digest: { after: 30, window: 10 * 60_000 },
  /** Retries for temporarily refused addresses: the pauses, and how many emails may wait for one. */
  recipients: { pauses: [60_000, 5 * 60_000, 15 * 60_000, 60 * 60_000], waiting: 100 },
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
