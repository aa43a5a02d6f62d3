import type { Claim, ClaimOptions } from './claim.ts';
import type { Decision, ListedRequest, ListOptions } from './list-requests.ts';
import type { DeliveryResult } from './record.ts';
import type { ExpiryOptions } from './retention.ts';
import type { PostedRequest, SaveResult } from './save-requests.ts';
import type { StartOptions } from './start.ts';
import type { StoreStatus } from './status.ts';

/**
 * Stores each request together with its deliveries: in a file, or in a database shared by several servers.
 * Each call is atomic. It throws StoreUnavailable if it cannot be completed right now; any other error is a
 * bug, or concerns only this call's own data.
 */
export interface RequestStore {
  /**
   * Saves the request and one delivery for each recipient of each route that it takes, atomically. Resolves only
   * once they are durable. A post whose key is being committed waits for that commit.
   */
  save(posted: PostedRequest): Promise<SaveResult>;
  /** At a start: frees what the last process held, and compares what waits with the recipients of the routes. */
  start(options: StartOptions): Promise<void>;
  /** Leases what one channel may send now. */
  claim(options: ClaimOptions): Promise<Claim>;
  /** Extends leases by `lease` milliseconds from now. Those that have passed to another sender stay there. */
  renew(leaseTokens: readonly string[], lease: number): Promise<void>;
  /** Records how an attempt ended. False, and nothing recorded, if the lease has passed to another sender. */
  record(result: DeliveryResult): Promise<boolean>;
  /** Clears what is kept only for minutes, and corrects times written by a wrong clock. */
  sweep(): Promise<void>;
  /** For /healthz and alerts. Also proves that a request could be saved now, by saving and removing one. */
  status(): Promise<StoreStatus>;
  /** For the owner: complete requests, newest first. */
  list(options: ListOptions): Promise<ListedRequest[]>;
  find(reference: string): Promise<ListedRequest | undefined>;
  /** Applies the owner's decision. Returns the references that there are. */
  decide(references: readonly string[], decision: Decision): Promise<string[]>;
  /** References of requests delivered, or done, longer ago than this. Never of those with anything unsent. */
  findExpired(options: ExpiryOptions): Promise<string[]>;
  /** Removes requests and everything that belongs to them. Ignores those with anything unsent. */
  purge(references: readonly string[]): Promise<void>;
  close(): Promise<void>;
}
