import type { Language } from '../../content/languages.ts';
import type { ContactRequest } from '../../contract/contact-request.ts';
import type { SharedState } from './shared-state.ts';

/**
 * Stores each request together with its outbox message. All calls are asynchronous and take the time as a
 * parameter, so that the backend can be a file or a database shared by several servers. (A store with its own
 * clock may use that instead.) Each call is atomic, and throws StoreUnavailable if it cannot be completed.
 */
export interface RequestStore {
  /** State that the servers sharing this store must agree on. Absent if the store is not shared. */
  shared?: SharedState;
  /**
   * Saves the request, its idempotency record and its outbox message atomically. Resolves only once they are
   * durable. A post whose key is being committed waits for that commit.
   */
  save(posted: PostedRequest): Promise<SaveResult>;
  /** Leases the messages that have been due longest, each to be sent as an individual email. */
  claim(options: ClaimOptions): Promise<ClaimedRequest[]>;
  /**
   * Leases a digest: preferably one that was started but did not arrive, with the same requests, otherwise a
   * new one of waiting requests. Undefined when none is due.
   */
  claimDigest(options: ClaimDigestOptions): Promise<Digest | undefined>;
  /**
   * Records the outcome for all messages of one email, atomically. Returns how many were recorded: a lease
   * that has passed to another sender no longer counts.
   */
  recordOutcomes(results: readonly DeliveryResult[]): Promise<number>;
  /** Makes waiting messages due now, at most 1,000 per call. Returns how many: call again until it is 0. */
  requeue(what: Requeue, now: Date): Promise<number>;
  /** Checks whether a request could be saved right now, by saving and removing one. */
  check(now: Date): Promise<StoreCheck>;
  /** The requests that have waited longest for a mail server to accept them. */
  oldestUnsent(): Promise<OldestUnsent>;
  /**
   * References of requests that a mail server accepted, or the owner marked as done, before a given time.
   * Never includes unsent requests.
   */
  findExpired(options: ExpiryOptions): Promise<string[]>;
  /** Removes delivered requests and everything that belongs to them. Ignores all others. */
  purge(references: readonly string[]): Promise<void>;
  /** For the owner: complete requests, newest first. */
  list(options: ListOptions): Promise<StoredRequest[]>;
  find(reference: string): Promise<StoredRequest | undefined>;
  /**
   * Applies the owner's decision on one request. Returns the state it was found in, or undefined if there is
   * no such request. A request that is being sent is left alone, and so is a sent one that is to be marked as
   * done.
   */
  decide(reference: string, decision: Decision, now: Date): Promise<StoredRequest['state'] | undefined>;
  close(): Promise<void>;
}

/**
 * No due time or lease is ever further in the future than this, in milliseconds. A later time was written
 * while the clock was wrong, and counts as now: a clock that was ten years ahead for a minute must not delay
 * an email by ten years.
 */
export const farthestAhead = 20 * 60_000;

export interface PostedRequest {
  fields: ContactRequest;
  language: Language;
  receivedAt: Date;
  /** The client's key. Without one, equal fields within ten minutes are one request. */
  idempotencyKey: string | undefined;
  honeypotFilled?: boolean;
  /**
   * The visitor's IPv4 address or IPv6 /64. Only a keyed hash of the network is stored, until the email is
   * sent.
   */
  clientIp?: string | undefined;
}

export type SaveResult =
  | { outcome: 'saved'; reference: string }
  /** The same key and content were saved before, with this reference. */
  | { outcome: 'repeated'; reference: string }
  /** The key belongs to other content. */
  | { outcome: 'mismatch' };

export interface ClaimOptions {
  now: Date;
  leaseEndsAt: Date;
  limit: number;
  /**
   * `everything`: digests are off. `not in digests`: all except honeypot requests and members of digests. `by
   * itself`: only messages that no digest may include, because they were refused, or may have arrived, as
   * individual emails.
   */
  which: 'everything' | 'not in digests' | 'by itself';
}

export interface ClaimDigestOptions {
  now: Date;
  leaseEndsAt: Date;
  /** What a new digest may include: nothing, honeypot requests, or everything waiting. */
  assemble: 'nothing' | 'honeypot' | 'all';
  /** Whether to summarize requests whose full text does not fit. */
  summaries: boolean;
}

/** One email for many requests. */
export interface Digest {
  /** Identifies the digest across attempts. */
  id: string;
  /** Whether it was started earlier but did not arrive. */
  isRepeat: boolean;
  /** Requests included in full: the digest is their email. */
  requests: ClaimedRequest[];
  /** Requests only summarized: they stay pending until their full text is sent. */
  summaries: Summary[];
  /** How many more are waiting. */
  remaining: number;
}

export interface Summary {
  reference: string;
  receivedAt: Date;
  honeypotFilled: boolean;
  /** The message is truncated to `summaryLength`. */
  fields: ContactRequest;
}

export interface ClaimedRequest {
  requestId: number;
  /** Fencing token: an outcome only counts for the claim it belongs to. */
  leaseToken: string;
  reference: string;
  fields: ContactRequest;
  language: Language;
  receivedAt: Date;
  /** How often a mail server has temporarily refused it. */
  deferrals: number;
  /** An earlier attempt may have reached the owner. */
  possibleDuplicate: boolean;
  honeypotFilled: boolean;
}

export interface DeliveryResult {
  requestId: number;
  leaseToken: string;
  /**
   * `filed`: written to a file, still unsent. `dead_lettered`: permanently refused, retained for the owner.
   */
  state: 'pending' | 'filed' | 'sent' | 'dead_lettered';
  at: Date;
  /** When to retry a pending message, at most `farthestAhead` from now. */
  dueAt: Date;
  deferrals: number;
  possibleDuplicate: boolean;
  /** Moves it to another digest when its own is split. */
  digestId?: string;
  /** The reply code or the error's code. Never the server's text, which may quote the email. */
  smtpCode: string;
}

/**
 * `filed`: a file is not a delivery. `dead-lettered`: the owner may have fixed the mailbox. `deferred`: the
 * mail server accepts email again.
 */
export type Requeue = 'filed' | 'dead-lettered' | 'deferred';

export interface StoreCheck {
  /** When the oldest unsent request was received. */
  oldestUnsent: Date | undefined;
  /** How many messages a mail server has permanently refused. */
  deadLettered: number;
  /**
   * How many requests could not be recovered from a damaged file: needs attention. Absent without damage, or
   * once the damaged copy has been removed.
   */
  unreadable?: number;
}

/** Found among the 10,000 oldest unsent requests. Absent if there is none of that kind. */
export interface OldestUnsent {
  /** A request, perhaps an emergency, that awaits its individual email and was never permanently refused. */
  ordinary?: UnsentRequest;
  /** A request in a digest, or a honeypot request waiting for one, that was never permanently refused. */
  inDigest?: UnsentRequest;
  /** An emergency that did not fill the honeypot, in whatever state. */
  emergency?: UnsentRequest;
  /** References of the ten oldest that a mail server has ever permanently refused. */
  refused: string[];
}

export interface UnsentRequest {
  reference: string;
  receivedAt: Date;
}

export interface ExpiryOptions {
  deliveredBefore: Date;
  limit: number;
}

export interface ListOptions {
  /** `unsent`: everything not yet accepted by a mail server, including dead letters. */
  which: 'unsent' | 'sent';
  /** The id of the last request on the previous page. */
  before?: number;
  limit: number;
}

export interface StoredRequest {
  requestId: number;
  reference: string;
  fields: ContactRequest;
  language: Language;
  receivedAt: Date;
  state: DeliveryResult['state'] | 'sending';
  /** When the mail server accepted it, or the owner marked it as done. */
  sentAt: Date | undefined;
  /** From the last attempt, or `markedDone` if the owner marked it as done. */
  smtpCode: string | undefined;
  honeypotFilled: boolean;
}

/**
 * `send again`: due now, and marked as a possible duplicate if it was sent before. `done`: dealt with, so no
 * more email is sent for it; it is purged like a sent request.
 */
export type Decision = 'send again' | 'done';

/** Replaces the mail server's code when the owner marked the request as done. */
export const markedDone = 'done';

/** The store cannot complete the call right now. The message never contains the request. */
export class StoreUnavailable extends Error {}
