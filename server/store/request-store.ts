import type { Language } from '../../content/languages.ts';
import type { ContactRequest } from '../../contract/contact-request.ts';

/**
 * Where requests are kept and mails are owed. Everything is asynchronous, and every time is
 * passed in: an engine in another process can stand behind it as well as a file.
 * Each call throws when the store cannot do it; nothing is half done then.
 */
export interface RequestStore {
  /**
   * Keeps the request, its idempotency record and its owed mail together: none of the three can
   * exist without the others. Resolves when they are on the disk, never before. A post whose key
   * is just being committed waits for that commit.
   */
  keep(posted: PostedRequest): Promise<Kept>;
  /** Takes the mails that have been due longest, under a lease. */
  claim(terms: ClaimTerms): Promise<OwedMail[]>;
  /**
   * Takes a collective mail under one lease: first one that was begun and did not arrive, with the same
   * requests, then a new one of those that wait. Nothing when none is due.
   */
  claimCollective(terms: CollectiveTerms): Promise<OwedCollective | undefined>;
  /** Writes down what became of a claimed mail. False when the lease had passed to another. */
  settle(settlement: Settlement): Promise<boolean>;
  /** The same for all requests of a collective mail, together or not at all. */
  settleAll(settlements: readonly Settlement[]): Promise<void>;
  /** Tries whether a request could be kept at this moment. */
  check(now: Date): Promise<StoreCheck>;
  /** References of requests that a mail server took before a time. What is still owed is never among them. */
  findExpired(terms: ExpiryTerms): Promise<string[]>;
  /** Removes delivered requests and all that belongs to them, so that no byte of them can be read again. */
  purge(references: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

export interface PostedRequest {
  fields: ContactRequest;
  language: Language;
  receivedAt: Date;
  /** The client's own key. Without one, equal fields within ten minutes are one request. */
  idempotencyKey: string | undefined;
  /** It fell for the honeypot. */
  trapped?: boolean;
}

export type Kept =
  | { outcome: 'kept'; reference: string }
  /** The same key and content came before: this is the reference it got then. */
  | { outcome: 'repeated'; reference: string }
  /** The key belongs to other content. */
  | { outcome: 'mismatch' };

export interface ClaimTerms {
  now: Date;
  atMost: number;
  leaseEndsAt: Date;
  /** Requests whose mail the caller is sending: a clock that jumps must not end their lease. */
  underWay: readonly number[];
  /** Claim what was written as a file too: a file is not a delivery. */
  includeFiled: boolean;
  /** Mails that were parked before this time are tried again. */
  parkedBefore: Date;
  /** A due time or lease further ahead than this was set by a clock that has jumped since. */
  farthestDue: Date;
  /** Leave what belongs into a collective mail to claimCollective. */
  collecting?: boolean;
}

export interface CollectiveTerms extends Omit<ClaimTerms, 'atMost' | 'collecting'> {
  /** Of what waits, a new collective mail takes nothing, what fell for the honeypot, or all. */
  assemble: 'nothing' | 'trapped' | 'all';
  /** Room for the texts of the requests in it, in bytes of UTF-8, and what each request and line takes besides. */
  bytesAtMost: number;
  bytesEach: number;
  bytesEachLine: number;
}

/** Requests whose owed mails are one mail. */
export interface OwedCollective {
  /** Names it, in every attempt. */
  batch: string;
  mails: OwedMail[];
  /** Requests that wait like these and found no room. */
  left: number;
}

export interface OwedMail {
  requestId: number;
  /** Fences the completion: it holds only for the claim it was made for. */
  leaseToken: string;
  reference: string;
  fields: ContactRequest;
  language: Language;
  receivedAt: Date;
  /** How often a mail server has refused it for the time being. */
  refusals: number;
  /** An earlier attempt may have reached the owner. */
  possibleRepeat: boolean;
  /** It fell for the honeypot. */
  trapped?: boolean;
}

export interface Settlement {
  requestId: number;
  leaseToken: string;
  /** `filed`: written as a file and still owed. `parked`: refused for good, kept for the owner. */
  state: 'pending' | 'filed' | 'sent' | 'parked';
  at: Date;
  /** When a pending mail is tried again; for a parked one, when it was parked. */
  dueAt: Date;
  refusals: number;
  possibleRepeat: boolean;
  /** From now on it is in no collective mail. */
  apart?: boolean;
  /** The reply code or the error's code: never the server's text, which may quote the mail. */
  answer: string;
}

export interface StoreCheck {
  /** When the oldest request that no mail server has taken yet was received. */
  oldestUnsent: Date | undefined;
  /** How many mails a mail server has refused for good. */
  parked: number;
}

export interface ExpiryTerms {
  deliveredBefore: Date;
  atMost: number;
}

/** The store cannot do what was asked, now. What it was asked is not in the message. */
export class StoreUnavailable extends Error {}
