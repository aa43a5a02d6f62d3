import * as v from 'valibot';

/** The store cannot complete the call right now. The message never contains the request. */
export class StoreUnavailable extends Error {}

/** A column that is 0 or 1. */
export const flag = v.pipe(
  v.unknown(),
  v.transform((stored) => stored === 1),
);

export type Parameter = string | number | null;

/**
 * What an operation of the store gets from either engine. Statements are written once, and `:name` is a
 * parameter. So that both engines understand them, they have no casts, no booleans and no lists, flags are 0
 * or 1, and times are milliseconds.
 */
export interface Transaction {
  /** What comes back is as the tables have it, not checked. */
  query<Row = unknown>(sql: string, parameters: Record<string, Parameter>): Promise<Row[]>;
  /** For due times, leases and windows: with SQLite it does not jump. Milliseconds. */
  now: number;
  /** For what people read, and for retention. The database's clock if servers share one. Milliseconds. */
  wallClock: number;
  /** Keys the hashes of contents, clients and networks, so that values cannot be guessed from them. */
  hashKey: string;
  /** Whether no other server sends this store's deliveries, so that an attempt that is not ours is over. */
  isAlone: boolean;
  /** Waits until no other server's transaction holds this lock; the transaction's end releases it. */
  lock(name: string): Promise<void>;
}
