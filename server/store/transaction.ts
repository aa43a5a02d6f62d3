import type { GenericSchema } from 'valibot';
import type { Route } from './routes.ts';

/** A parameter of a statement. An array is a table of its own: see `rows` below. */
export type Parameter = string | number | null | readonly Record<string, string | number | null>[];

/**
 * What an operation of the store gets from either engine. Statements are written once: `:name` is a
 * parameter, and `rows(:name, id bigint, key text)` is the table that an array of objects makes. So that both
 * engines understand them, they have no casts, no booleans, flags are 0 or 1, and times are milliseconds.
 */
export interface Transaction {
  query<Row = never>(
    sql: string,
    parameters: Record<string, Parameter>,
    row?: GenericSchema<unknown, Row>,
  ): Promise<Row[]>;
  /** For due times, leases and windows: with SQLite it does not jump. Milliseconds. */
  now: number;
  /** For what people read, and for retention. The database's clock if servers share one. Milliseconds. */
  wallClock: number;
  /** Keys the hashes of contents, clients and networks, so that values cannot be guessed from them. */
  hashKey: string;
  routes: readonly Route[];
  /** Whether no other server sends this store's deliveries, so that an attempt that is not ours is over. */
  isAlone: boolean;
  /** Waits until no other server claims. */
  lockClaims(): Promise<void>;
  /** The text columns of `requests`, if a server of another version may have added some. */
  textColumns(): Promise<string[]>;
}

const tables = /rows\(:(\w+), ([^)]+)\)/g;

/** Replaces each `rows(…)` in a statement by what `table` makes of its parameter and its columns. */
export function expandRows(
  sql: string,
  table: (parameter: string, columns: { name: string; type: string }[]) => string,
): string {
  return sql.replace(tables, (_, parameter: string, list: string) => {
    const columns = list.split(', ').map((column) => {
      const [name = '', type = ''] = column.replaceAll('"', '').split(' ');
      return { name, type };
    });
    return `(${table(parameter, columns)})`;
  });
}
