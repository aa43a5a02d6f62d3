import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { isQuicklyChecked } from './database.ts';

/** Rows read per step, and milliseconds between steps, in which calls go first. */
const step = { rows: 500, pause: 20 };

/** The tables, and the indexes that every post reads, each with what orders it. */
const trees = [
  { table: 'requests', by: 'not indexed', key: 'id', from: 0, columns: '*' },
  { table: 'outbox_messages', by: 'not indexed', key: 'request_id', from: 0, columns: '*' },
  {
    table: 'requests',
    by: 'indexed by sqlite_autoindex_requests_1',
    key: 'reference',
    from: '',
    columns: 'reference',
  },
  {
    table: 'idempotency_records',
    by: 'indexed by sqlite_autoindex_idempotency_records_1',
    key: 'key',
    from: '',
    columns: '*',
  },
];

/**
 * Reads every row of a file that is too large to be checked before the first call, a few at a time. Reading a
 * damaged page throws; then `onDamage` is called with the error.
 */
export async function checkBeside(
  database: DatabaseSync,
  isOpen: () => boolean,
  onDamage: (error: unknown) => void,
): Promise<void> {
  if (isQuicklyChecked(database)) {
    return;
  }
  for (const { table, by, key, from, columns } of trees) {
    let last: string | number = from;
    for (;;) {
      await pause(step.pause);
      if (!isOpen()) {
        return;
      }
      try {
        const rows = database
          .prepare(
            `select ${columns} from ${table} ${by} where ${key} > :last order by ${key} limit ${step.rows}`,
          )
          .all({ last });
        const end = rows.at(-1)?.[key];
        if (typeof end !== 'string' && typeof end !== 'number') {
          break;
        }
        last = end;
      } catch (error) {
        onDamage(error);
        return;
      }
    }
  }
}
