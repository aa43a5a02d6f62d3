import * as v from 'valibot';

/** The store cannot complete the call right now. The message never contains the request. */
export class StoreUnavailableError extends Error {}

/** Converts the 0 or 1 of a column to a boolean. */
export const flagColumn = v.pipe(
  v.unknown(),
  v.transform((stored) => stored === 1),
);

/** The locks, and the work that each protects. Two versions may share a database, so the names can't change. */
export type LockName =
  /** Claims deliveries or changes a request. Meanwhile, no sender can claim a delivery that an action closes. */
  | 'claim'
  /** Counts a client's requests, then inserts new ones. */
  | 'save'
  /** Pairs, checks, or removes a device. Meanwhile, no removed device can act. */
  | 'devices'
  /** Reads the owner's changes to the site, then writes one. */
  | 'changes'
  /** Counts a client's recorded actions, then records one. */
  | 'actions';

export type Parameter = string | number | null;

/**
 * Writes values as the rows of a JSON parameter, which SQL reads with `value ->> 0 from json_each(…)`. Each row is an
 * array, because PostgreSQL's `->> 0` extracts text only from an array.
 */
export const toJsonRows = (values: readonly string[]): string =>
  JSON.stringify(values.map((value) => [value]));

/** A database transaction, which both engines provide to the store's operations. */
export interface Transaction {
  /**
   * Runs a statement that is written once for both engines, and returns the rows without validating them.
   *
   * In a statement, `:name` is a parameter, flags are 0 or 1, and times are milliseconds.
   *
   * Statements run in the order of the calls. With PostgreSQL, several calls share a round trip if you don't await each
   * of them before the next.
   */
  query<Row = unknown>(sql: string, parameters: Record<string, Parameter>): Promise<Row[]>;
  /**
   * The time for due times, leases, and windows, in milliseconds. With SQLite, this time doesn't jump while the server
   * runs (trusted-time.ts).
   */
  trustedTime: number;
  /** The time shown to people and used for retention, in milliseconds. Servers that share a database use its clock. */
  wallTime: number;
  /**
   * The installation's secret. Operations derive tokens from it, and use it as the key for hashes of secrets and
   * addresses.
   */
  hashKey: string;
  /**
   * Whether this is known to be the only server that sends. If so, any lease that this process doesn't hold belongs to
   * a dead process.
   */
  isOnlyServer: boolean;
  /** Takes a lock until the transaction's end. SQLite needs none, because it runs one transaction at a time. */
  lock(name: LockName): Promise<void>;
}
