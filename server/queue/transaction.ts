import * as v from 'valibot';

/** The store cannot complete the call right now. The message never contains the request. */
export class StoreUnavailableError extends Error {}

/** A column that is 0 or 1. */
export const flag = v.pipe(
  v.unknown(),
  v.transform((stored) => stored === 1),
);

export type Parameter = string | number | null;

/** A database transaction, which both engines provide to the store's operations. */
export interface Transaction {
  /**
   * Runs a statement that is written once for both engines, and returns raw rows without validating them.
   *
   * In a statement, `:name` is a parameter, flags are 0 or 1, and times are milliseconds.
   *
   * Statements run in the order of the calls. With PostgreSQL, several calls share a round trip if you don't await each
   * of them before the next.
   */
  query<Row = unknown>(sql: string, parameters: Record<string, Parameter>): Promise<Row[]>;
  /**
   * The time for due times, leases, and windows, in milliseconds. With SQLite, this time doesn't jump
   * (trusted-time.ts).
   */
  trustedTime: number;
  /** The time shown to people and used for retention, in milliseconds. Servers that share a database use its clock. */
  wallTime: number;
  /**
   * The installation's secret. It derives link tokens, and keys the hashes of contents, clients, networks, phone keys,
   * and pairing links.
   */
  hashKey: string;
  /** Whether no other server sends deliveries. If so, any attempt that isn't ours belongs to a dead process. */
  isOnlyServer: boolean;
  /** Waits until no other server's transaction holds this lock; the transaction's end releases it. */
  lock(name: string): Promise<void>;
}
