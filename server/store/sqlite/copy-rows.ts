import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { readHashKey } from '../schema.ts';
import { errorCode } from './database.ts';

/** Each comes after those it refers to. The rows of the other tables matter for minutes, or belong to one machine. */
const copiedTables = ['requests', 'deliveries', 'changes', 'counts', 'erasures'];

/** Columns of the moment, and those that refer to paired phones, which a copy doesn't bring back. */
const droppedColumns = ['client', 'lease_token', 'lease_ends_at', 'counted_at', 'taken_device', 'device'];

interface Column {
  name: string;
  notnull: number;
}

/**
 * Copies the requests of another file into a new database, and returns how many rows it left out. The file is only
 * data: nothing of its triggers, views or indexes is copied, each row gets a new id, and a time later than `now` or a
 * number that is too large becomes one that we can work with.
 */
export function copyRows(source: DatabaseSync, target: DatabaseSync, now: number): number {
  const ids = new Map<unknown, number>();
  const tables = copiedTables.filter((table) => isTable(source, table));
  target.exec('begin');
  copyHashKey(source, target);
  const leftOut = tables.map((table) => copyTable(table, { source, target, now, ids }));
  target.exec('commit');
  return leftOut.reduce((all, some) => all + some, 0);
}

export function isTable(database: DatabaseSync, name: string): boolean {
  const kind = 'select type from pragma_table_list where schema = ? and name = ?';
  return database.prepare(kind).get('main', name)?.type === 'table';
}

/** Without the same key, no repeated post would be recognized and no link would work. */
function copyHashKey(source: DatabaseSync, target: DatabaseSync): void {
  const key = isTable(source, 'installation') ? source.prepare(readHashKey).get()?.hash_key : undefined;
  if (typeof key === 'string' && /^[\da-f]{64}$/.test(key)) {
    target.prepare('update installation set hash_key = ?').run(key);
  }
}

interface Copying {
  source: DatabaseSync;
  target: DatabaseSync;
  now: number;
  /** The new ids of requests, by their old ones. */
  ids: Map<unknown, number>;
}

function copyTable(table: string, { source, target, now, ids }: Copying): number {
  const theirs = columnsOf(source, table).map(({ name }) => name);
  const columns = columnsOf(target, table).filter(
    ({ name }) => name !== 'id' && theirs.includes(name) && !droppedColumns.includes(name),
  );
  const names = columns.map(({ name }) => name);
  const hasId = theirs.includes('id');
  const read = source.prepare(
    `select ${[...names, ...(hasId ? ['id'] : [])]} from ${table}${hasId ? ' order by id' : ''}`,
  );
  read.setReadBigInts(true);
  const insert = target.prepare(`insert into ${table} (${names}) values (${names.map(() => '?')})`);
  let leftOut = 0;
  for (const row of read.iterate()) {
    const values = columns.map((column) =>
      column.name === 'request_id'
        ? (ids.get(row.request_id) ?? null)
        : toOwnValue(row[column.name], column, now),
    );
    try {
      const { lastInsertRowid } = insert.run(...(values as SQLInputValue[]));
      if (table === 'requests') {
        ids.set(row.id, Number(lastInsertRowid));
      }
    } catch (error) {
      if (!isAboutARow(error)) {
        throw error;
      }
      // Its table refuses it: it is damaged, or of a request that is.
      leftOut += 1;
    }
  }
  return leftOut;
}

/** SQLITE_CONSTRAINT and SQLITE_MISMATCH (https://sqlite.org/rescode.html). */
const isAboutARow = (error: unknown) => [19, 20].includes((errorCode(error) ?? 0) & 0xff);

function columnsOf(database: DatabaseSync, table: string): Column[] {
  const columns = database.prepare('select name, "notnull" from pragma_table_info(?)').all(table);
  return columns as unknown as Column[];
}

const day = 24 * 60 * 60_000;

/** How far ahead a time may be: a deferred delivery is due within a day, a notice may be planned for next year. */
const mayBeAhead: Partial<Record<string, number>> = { due_at: day, begins_at: 400 * day, ends_at: 400 * day };

/** Far more than any count, turn or rank. */
const largest = 1_000_000_000;

function toOwnValue(value: unknown, { name }: Column, now: number): unknown {
  if (typeof value !== 'bigint') {
    return value;
  } else if (!name.endsWith('_at')) {
    const least = name === 'turn' ? 1 : 0;
    return Number(value < 0n ? least : value > largest ? largest : value);
  }
  const latest = now + (mayBeAhead[name] ?? 0);
  return value < 0n || value > latest ? now : Number(value);
}
