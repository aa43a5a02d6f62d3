import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { day } from '../../clock.ts';
import { roundColumn } from '../../requests/deliveries.ts';
import { readHashKeySql } from '../schema.ts';
import { getErrorCode } from './database.ts';

/**
 * The tables that a restore copies, each after the tables that it refers to. Other tables are left out: paired devices
 * have to be paired again, and the rest matters only for a short time or on one machine.
 */
const restoredTables = ['requests', 'deliveries', 'changes', 'counts', 'erasures'];

/** Columns that a copy doesn't restore: values that matter for at most a day, and references to paired devices. */
const droppedColumns = ['client', 'lease_token', 'lease_ends_at', 'counted_at', 'taken_device', 'device'];

interface Column {
  name: string;
  isRequired: number;
}

/**
 * Copies the rows of the tables in `restoredTables` into a new database, and returns the number of rows that it left
 * out. Doesn't copy triggers, views, or indexes.
 */
export function copyRows(source: DatabaseSync, target: DatabaseSync, now: number): number {
  const newIds = new Map<unknown, number>();
  const tables = restoredTables.filter((table) => isTable(source, table));
  target.exec('begin');
  copyHashKey(source, target);
  const omittedCounts = tables.map((table) => copyTable(table, { source, target, now, newIds }));
  target.exec('commit');
  return omittedCounts.reduce((sum, count) => sum + count, 0);
}

export function isTable(database: DatabaseSync, name: string): boolean {
  const findTypeSql = 'select type from pragma_table_list where schema = ? and name = ?';
  return database.prepare(findTypeSql).get('main', name)?.type === 'table';
}

/** Copies the key for hashes. With another key, no repeated post would be recognized and no link would work. */
function copyHashKey(source: DatabaseSync, target: DatabaseSync): void {
  const key = isTable(source, 'installation') ? source.prepare(readHashKeySql).get()?.hash_key : undefined;
  if (typeof key === 'string' && /^[\da-f]{64}$/.test(key)) {
    target.prepare('update installation set hash_key = ?').run(key);
  }
}

interface CopyContext {
  source: DatabaseSync;
  target: DatabaseSync;
  now: number;
  /** The new ids of requests, by their old ids. */
  newIds: Map<unknown, number>;
}

/** Copies a table's rows, which get new ids, and returns the number of rows that it left out. */
function copyTable(table: string, { source, target, now, newIds }: CopyContext): number {
  const sourceColumns = readColumns(source, table).map(({ name }) => name);
  const columns = readColumns(target, table).filter(
    ({ name }) => name !== 'id' && sourceColumns.includes(name) && !droppedColumns.includes(name),
  );
  const names = columns.map(({ name }) => name);
  const hasId = sourceColumns.includes('id');
  const read = source.prepare(
    `select ${[...names, ...(hasId ? ['id'] : [])]} from ${table}${hasId ? ' order by id' : ''}`,
  );
  read.setReadBigInts(true);
  const insert = target.prepare(`insert into ${table} (${names}) values (${names.map(() => '?')})`);
  let omittedCount = 0;
  for (const row of read.iterate()) {
    const values = columns.map((column) =>
      column.name === 'request_id'
        ? (newIds.get(row.request_id) ?? null)
        : toValidValue(row[column.name], column, now),
    );
    try {
      const { lastInsertRowid } = insert.run(...(values as SQLInputValue[]));
      if (table === 'requests') {
        newIds.set(row.id, Number(lastInsertRowid));
      }
    } catch (error) {
      if (!isRowError(error)) {
        throw error;
      }
      // The table refuses a row if the row or its request is damaged.
      omittedCount += 1;
    }
  }
  return omittedCount;
}

/** Whether an error concerns a row: SQLITE_CONSTRAINT or SQLITE_MISMATCH (https://sqlite.org/rescode.html). */
const isRowError = (error: unknown) => [19, 20].includes((getErrorCode(error) ?? 0) & 0xff);

function readColumns(database: DatabaseSync, table: string): Column[] {
  const columns = database
    .prepare('select name, "notnull" as "isRequired" from pragma_table_info(?)')
    .all(table);
  return columns as unknown as Column[];
}

/**
 * How far ahead of now a time may be. A deferred delivery is due within a day, and a notice may be planned for next
 * year.
 */
const maxAhead: Partial<Record<string, number>> = { due_at: day, begins_at: 400 * day, ends_at: 400 * day };

/** The largest valid number, far above any count, round, or rank. */
const largest = 1_000_000_000;

/**
 * The minimums of the columns whose minimum isn't 0. Rounds count from 1, and schema.ts and rank.ts explain the meaning
 * of -1.
 */
const smallestNumbers: Partial<Record<string, number>> = { [roundColumn]: 1, step: -1, rank: -1 };

/** Replaces a time or a number that is out of range with a valid one. */
function toValidValue(value: unknown, { name }: Column, now: number): unknown {
  if (typeof value !== 'bigint') {
    return value;
  } else if (!/(^|_)at$/.test(name)) {
    const smallest = smallestNumbers[name] ?? 0;
    return Number(value < smallest ? (smallest < 0 ? 0 : smallest) : value > largest ? largest : value);
  }
  const latest = now + (maxAhead[name] ?? 0);
  return value < 0n || value > latest ? now : Number(value);
}
