import type { Language } from '../../content/languages.ts';
import type { ContactRequest } from '../../contract/contact-request.ts';

/**
 * Stores each request together with its outbox message: in a file, or in a database shared by several servers.
 * Each call is atomic. It throws StoreUnavailable if it cannot be completed right now; any other error is a
 * bug, or concerns only this call's own data.
 */
export interface RequestStore {
  /**
   * Saves the request, its idempotency record and its outbox message atomically. Resolves only once they are
   * durable. A post whose key is being committed waits for that commit.
   */
  save(posted: PostedRequest): Promise<SaveResult>;
  /** Leases what may be sent now, each request to be sent as an email of its own. */
  claim(options: ClaimOptions): Promise<Claim>;
  /** Records how an attempt ended. False, and nothing recorded, if the lease has passed to another sender. */
  record(result: DeliveryResult): Promise<boolean>;
  /** Records how an overview's attempt ended. */
  recordOverview(result: OverviewResult): Promise<void>;
  /**
   * Makes waiting messages due now, at most 1,000 per call. Returns how many: call again until it is 0 (for dead
   * letters within the hour it is).
   */
  requeue(what: Requeue): Promise<number>;
  /** Clears what is only kept for minutes, and corrects times written by a wrong clock. */
  sweep(): Promise<void>;
  /** Checks whether a request could be saved now, by saving and removing one. */
  check(): Promise<StoreCheck>;
  /** The requests that have waited longest for a mail server to accept them. */
  oldestUnsent(): Promise<OldestUnsent>;
  /** References of requests delivered, or marked as done, longer ago than this. Never of unsent ones. */
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
  decide(reference: string, decision: Decision): Promise<StoredRequest['state'] | undefined>;
  close(): Promise<void>;
}

export interface PostedRequest {
  fields: ContactRequest;
  language: Language;
  /** The client's key. Without one, equal fields within ten minutes are one request. */
  idempotencyKey: string | undefined;
  honeypotFilled?: boolean;
  /**
   * The visitor's IPv4 address or IPv6 /64. Only keyed hashes are stored: of it for ten minutes, of its network
   * until the email is sent. Without one, the request is not limited.
   */
  clientIp?: string | undefined;
}

export type SaveResult =
  | { outcome: 'saved'; reference: string }
  /** The same key and content were saved before, with this reference. */
  | { outcome: 'repeated'; reference: string }
  /** The key belongs to other content. */
  | { outcome: 'mismatch' }
  /** The client has sent too many. Seconds until it may send another. */
  | { outcome: 'limited'; retryAfter: number };

export interface ClaimOptions {
  /** How many emails may be started now. */
  limit: number;
  /** The lease tokens and overviews of the attempts that this process has not recorded yet. */
  inFlight: readonly string[];
  /** How long a claim is exclusive to its sender, in milliseconds. */
  lease: number;
  /** How many emails may be sent. Absent: as many as there are. */
  budget?: Budget;
}

export interface Budget {
  /** At most this many emails in any `window` milliseconds, not counting an overview. */
  emails: number;
  window: number;
  /** How many of them go to whatever has waited longest, whoever's turn it is. */
  outOfTurn: number;
  /** How long something is held back before the first overview, in milliseconds. */
  holdsFor: number;
}

export interface Claim {
  requests: ClaimedRequest[];
  /** What waits because the budget is used up, when the owner should hear of it. */
  overview?: Overview;
  /** Whether another email could be sent now, if there were one. */
  isOpen: boolean;
}

export interface ListedRequest {
  requestId: number;
  reference: string;
  fields: ContactRequest;
  language: Language;
  receivedAt: Date;
  honeypotFilled: boolean;
}

export interface ClaimedRequest extends ListedRequest {
  /** Fencing token: an outcome only counts for the claim it belongs to. */
  leaseToken: string;
  /** The time that its email speaks of. Once an address has accepted it, always the same. */
  asOf: Date;
  /** How often it was deferred, ended without a reply, or was accepted for some addresses only. */
  attempts: number;
  /** An earlier attempt may have reached the owner. */
  possibleDuplicate: boolean;
  /** A mail server has permanently refused it before. */
  wasRefused: boolean;
  /** The addresses that have not accepted it yet. Undefined while nobody has. */
  remaining: string[] | undefined;
}

/** One email that names waiting requests. */
export interface Overview {
  /** Identifies it across attempts. */
  id: string;
  requests: ListedRequest[];
  /** How many more are waiting. */
  more: number;
  /** The mail server refused the last one: leave out what visitors wrote. */
  isPlain: boolean;
  /** The time that its email speaks of. */
  asOf: Date;
}

export interface DeliveryResult {
  requestId: number;
  leaseToken: string;
  /**
   * `filed`: written to a file, still unsent. `dead_lettered`: permanently refused, retained for the owner.
   */
  state: 'pending' | 'filed' | 'sent' | 'dead_lettered';
  /** Milliseconds until a pending or dead-lettered message is due. */
  dueIn: number;
  attempts: number;
  possibleDuplicate: boolean;
  /** Set once an address has accepted it: those that have not. */
  remaining: readonly string[] | undefined;
  /** When the attempt began that the first address accepted. */
  deliveredAt: Date | undefined;
  /** The reply code or the error's code. Never the server's text, which may quote the email. */
  resultCode: string;
  mailServer: MailServerResult;
}

/** What an attempt tells about the mail server. */
export interface MailServerResult {
  kind: 'accepted' | 'deferred' | 'answered' | 'unreachable' | 'login refused' | 'unknown';
  /** Whether the owner has, or may have, one more email. */
  isTransferred: boolean;
  /** From 0 to 1, for the jitter of the pause. */
  chance: number;
}

export interface OverviewResult {
  id: string;
  /** Those that it named. */
  requestIds: readonly number[];
  outcome: 'accepted' | 'uncertain' | 'deferred' | 'refused' | 'not sent';
  mailServer: MailServerResult;
}

/**
 * `filed`: a file is not a delivery. `dead-lettered`: at a start, because the owner may have fixed the mailbox
 * or a setting; at most once an hour. `deferred`: the mail server accepts email again.
 */
export type Requeue = 'filed' | 'dead-lettered' | 'deferred';

export interface StoreCheck {
  /** How long the oldest request that the owner knows nothing of has waited, in milliseconds. */
  oldestUnsent: number | undefined;
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
  /** A request that awaits its email and was never permanently refused. While holding: one not yet listed. */
  ordinary?: UnsentRequest;
  /** An emergency that neither filled the honeypot nor was listed, in whatever state. */
  emergency?: UnsentRequest;
  /** References of the ten oldest that a mail server has ever permanently refused. */
  refused: string[];
  /** Whether requests are held back because the budget is used up. */
  isHolding: boolean;
}

export interface UnsentRequest {
  reference: string;
  /** How long it has waited, in milliseconds. */
  waited: number;
}

export interface ExpiryOptions {
  /** Milliseconds since the delivery. */
  deliveredFor: number;
  limit: number;
}

export interface ListOptions {
  /** `unsent`: everything not yet accepted by a mail server, including dead letters. */
  which: 'unsent' | 'sent';
  /** The id of the last request on the previous page. */
  before?: number;
  limit: number;
}

export interface StoredRequest extends ListedRequest {
  state: DeliveryResult['state'] | 'sending';
  /** When the mail server accepted it, or the owner marked it as done. */
  deliveredAt: Date | undefined;
  /** From the last attempt, or `markedDone` if the owner marked it as done. */
  resultCode: string | undefined;
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
