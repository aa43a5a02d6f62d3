/** The numbers of the outbox, in milliseconds unless said otherwise. */
export const terms = {
  /** How long a claimed mail belongs to its sender. */
  lease: 60_000,
  /** When an attempt is given up: well inside the lease, so that two senders never overlap. */
  sendDeadline: 45_000,
  /** How often the store is asked for what is due; a kept request is asked for at once. */
  poll: 1_000,
  /** Mails sent at the same time, so that one slow conversation holds up nobody. */
  lanes: 4,
  /** A refused mail: first and longest pause. It is tried for as long as it takes. */
  refusal: { first: 5_000, longest: 15 * 60_000 },
  /** A mail refused for good is tried again after this, and at each start: the owner may have mended the mailbox. */
  parked: 24 * 60 * 60_000,
  /** An unreachable mail server: first and longest pause. It is tried at least each minute. */
  connection: { first: 1_000, longest: 50_000 },
  /**
   * After so many mails within a time, the rest go out together, once in that time, in a mail of at most
   * 1 MB: base64 takes 78 bytes for 57, so the texts may have 700,000. Each request adds labels, each
   * line of its message a mark.
   */
  collective: {
    after: 30,
    within: 10 * 60_000,
    room: { bytesAtMost: 700_000, bytesEach: 400, bytesEachLine: 3 },
  },
  /** Each pause is longer by up to this part of itself: what failed together is not retried together. */
  jitter: 0.2,
};
