import type { Language } from '../../content/languages.ts';
import type { ContactRequest } from '../../contract/contact-request.ts';
import type { SharedState } from './shared-state.ts';

/**
 * Where requests are saved together with the email that each of them must become. Everything is
 * asynchronous and every time is passed in, so that a database server can stand behind it as well
 * as a file, and several servers can share it. (A store with a clock of its own may use that one.)
 * Each call throws StoreUnavailable when the store cannot do it; nothing is half done then.
 */
export interface RequestStore {
  /** What the servers that share this store must agree on. Absent: this server is alone. */
  shared?: SharedState;
  /**
   * Saves the request, its idempotency record and its outbox message together: none of the three can
   * exist without the others. Resolves when they are durable, never before. A post whose key is just
   * being committed waits for that commit.
   */
  save(posted: PostedRequest): Promise<SaveResult>;
  /** Takes, under a lease, the messages that have been due longest, each to be an email by itself. */
  claim(options: ClaimOptions): Promise<ClaimedRequest[]>;
  /**
   * Takes a digest under one lease: first one that was begun and did not arrive, with the same
   * requests, else a new one of those that wait. Nothing when none is due.
   */
  claimDigest(options: ClaimDigestOptions): Promise<Digest | undefined>;
  /**
   * Records what became of the messages of one email, together or not at all. Gives how many were
   * recorded: a lease that has passed to another sender no longer counts.
   */
  recordOutcomes(results: readonly DeliveryResult[]): Promise<number>;
  /** Makes waiting messages due now, at most 1,000 in a call. Gives how many: call again until it is 0. */
  requeue(what: Requeue, now: Date): Promise<number>;
  /** Tries whether a request could be saved at this moment. */
  check(now: Date): Promise<StoreCheck>;
  /** What has waited longest for a mail server to take it. */
  oldestUnsent(): Promise<OldestUnsent>;
  /** References of requests that a mail server took, or the owner marked as done, before a time. What is unsent is never among them. */
  findExpired(options: ExpiryOptions): Promise<string[]>;
  /** Removes delivered requests and all that belongs to them. Anything else it is given stays. */
  purge(references: readonly string[]): Promise<void>;
  /** For the owner: requests with all that was typed, newest first. */
  list(options: ListOptions): Promise<StoredRequest[]>;
  find(reference: string): Promise<StoredRequest | undefined>;
  /**
   * The owner's word on one request. Gives the state in which it was found, nothing when there is no such
   * request. One that is just being sent stays as it is, and so does a sent one that is to be done.
   */
  decide(reference: string, decision: Decision, now: Date): Promise<StoredRequest['state'] | undefined>;
  close(): Promise<void>;
}

/**
 * No message is made due, and no lease given, further ahead than this (milliseconds). A time beyond it
 * was written while the clock was wrong, and counts as now: a clock that was ten years ahead for a
 * minute must not put off an email for ten years.
 */
export const farthestAhead = 20 * 60_000;

export interface PostedRequest {
  fields: ContactRequest;
  language: Language;
  receivedAt: Date;
  /** The client's own key. Without one, equal fields within ten minutes are one request. */
  idempotencyKey: string | undefined;
  honeypotFilled?: boolean;
  /** The visitor's IPv4 address or IPv6 /64. Only a keyed hash of the network is stored, until the email is sent. */
  clientIp?: string | undefined;
}

export type SaveResult =
  | { outcome: 'saved'; reference: string }
  /** The same key and content came before: this is the reference it got then. */
  | { outcome: 'repeated'; reference: string }
  /** The key belongs to other content. */
  | { outcome: 'mismatch' };

export interface ClaimOptions {
  now: Date;
  leaseEndsAt: Date;
  limit: number;
  /**
   * `everything`: there are no digests. `not in digests`: all but what filled the honeypot or is in a
   * digest. `by itself`: only what no digest may hold, because it may have arrived by itself already or
   * was refused by itself.
   */
  which: 'everything' | 'not in digests' | 'by itself';
}

export interface ClaimDigestOptions {
  now: Date;
  leaseEndsAt: Date;
  /** What a new digest takes: nothing, what filled the honeypot, or all that waits. */
  assemble: 'nothing' | 'honeypot' | 'all';
  /** Whether it also names requests whose whole text finds no room. */
  summaries: boolean;
}

/** An email that holds many requests. */
export interface Digest {
  /** Names it, in every attempt. */
  id: string;
  /** It was begun earlier, and did not arrive. */
  isRepeat: boolean;
  /** Those whose whole text is in it. The digest is their email. */
  requests: ClaimedRequest[];
  /** Those that are only named: they stay pending until their whole text is sent. */
  summaries: Summary[];
  /** How many wait beyond that. */
  remaining: number;
}

export interface Summary {
  reference: string;
  receivedAt: Date;
  honeypotFilled: boolean;
  /** The message is cut to `summaryLength`. */
  fields: ContactRequest;
}

export interface ClaimedRequest {
  requestId: number;
  /** Fences the outcome: it holds only for the claim it was made for. */
  leaseToken: string;
  reference: string;
  fields: ContactRequest;
  language: Language;
  receivedAt: Date;
  /** How often a mail server has refused it for the time being. */
  deferrals: number;
  /** An earlier attempt may have reached the owner. */
  possibleDuplicate: boolean;
  honeypotFilled: boolean;
}

export interface DeliveryResult {
  requestId: number;
  leaseToken: string;
  /** `filed`: written as a file and still unsent. `dead_lettered`: refused for good, kept for the owner. */
  state: 'pending' | 'filed' | 'sent' | 'dead_lettered';
  at: Date;
  /** When a pending message is tried again, at most `farthestAhead`. */
  dueAt: Date;
  deferrals: number;
  possibleDuplicate: boolean;
  /** Moves it to another digest, when the one it was in is split. */
  digestId?: string;
  /** The reply code or the error's code: never the server's text, which may quote the email. */
  smtpCode: string;
}

/**
 * `filed`: a file is no delivery. `dead-lettered`: the owner may have repaired the mailbox.
 * `deferred`: the mail server takes mail again.
 */
export type Requeue = 'filed' | 'dead-lettered' | 'deferred';

export interface StoreCheck {
  /** When the oldest request that no mail server has taken yet was received. */
  oldestUnsent: Date | undefined;
  /** How many messages a mail server has refused for good. */
  deadLettered: number;
  /**
   * After damage: how many requests could not be read again. A person must look. Absent when there was none,
   * or when what was set aside has been taken away since.
   */
  unreadable?: number;
}

/** Among the 10,000 oldest unsent requests. Absent: there is none of the kind. */
export interface OldestUnsent {
  /** What is not in the next two kinds. */
  ordinary?: UnsentRequest;
  /** What is in a digest, or waits for one because it filled the honeypot. */
  inDigest?: UnsentRequest;
  /** An emergency that did not fill the honeypot, whatever has become of it. */
  emergency?: UnsentRequest;
  /** References of those that a mail server refused for good once; the ten oldest. */
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
  /** `unsent`: whatever no mail server has taken yet, dead letters included. */
  which: 'unsent' | 'sent';
  /** The id of the last request of the page before. */
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
  /** When the mail server took it, or the owner marked it as done. */
  sentAt: Date | undefined;
  /** Of the last attempt; `markedDone` when the owner ended it. */
  smtpCode: string | undefined;
  honeypotFilled: boolean;
}

/**
 * `send again`: due now, and marked as a possible duplicate when it was sent before. `done`: dealt with, so
 * that no email is sent any more; it is purged like one that was.
 */
export type Decision = 'send again' | 'done';

/** Stands in place of the mail server's code where no mail server had the last word. */
export const markedDone = 'done';

/** The store cannot do what was asked, now. What it was asked is not in the message. */
export class StoreUnavailable extends Error {}
