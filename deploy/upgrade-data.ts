import { chownSync, copyFileSync, existsSync, linkSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { renameDurably, syncToDisk } from '../server/durable-files.ts';

/** The requests in SQLite while versions are switched. The server is stopped. */
export interface DataFiles {
  database: string;
  /** As it was before the new version was started. */
  copy: string;
  /** Where the new version's file is kept if the old one cannot read it. */
  newer: string;
}

/** Copies the requests. A copy that an interrupted run made is kept: the new version may have run since. */
export function copyOnce({ database, copy }: DataFiles): void {
  if (existsSync(database) && !existsSync(copy)) {
    tablesOf(database); // Rolls back what a killed server left half done.
    copyDurably(database, `${copy}.unfinished`);
    renameDurably(`${copy}.unfinished`, copy);
  }
}

/**
 * Gives the old version a file that it can read, if the new one has changed the tables: the copy, with what the
 * new version accepted since. Returns the reason if that could not be added, in three tries, and is only in `newer`;
 * undefined if the tables are the same. Can be repeated after any interruption.
 */
export function undoData({ database, copy, newer }: DataFiles): 'added' | Error | undefined {
  if (!existsSync(copy) || tablesOf(database) === tablesOf(copy)) {
    return undefined;
  }
  if (!existsSync(newer)) {
    linkSync(database, newer);
  }
  const { uid, gid } = statSync(database);
  const result = addAll(newer, copy);
  chownSync(copy, uid, gid);
  renameDurably(copy, database);
  return result;
}

function addAll(newer: string, into: string): 'added' | Error {
  for (let tries = 1; ; tries += 1) {
    try {
      addMissing(newer, into);
      return 'added';
    } catch (error) {
      if (tries === 3) {
        return error as Error;
      }
    }
  }
}

function copyDurably(file: string, copy: string): void {
  copyFileSync(file, copy);
  syncToDisk(copy);
}

function tablesOf(file: string): number {
  const database = new DatabaseSync(file);
  try {
    database.exec('begin immediate; rollback');
    return Number(database.prepare('pragma user_version').get()?.user_version);
  } finally {
    database.close();
  }
}

/**
 * Adds the requests that are only in a newer file, to be emailed as possible duplicates, and returns how many. Either
 * file may be of a version whose tables this program does not know, so it copies the columns that both have. A server
 * may be running with `into`.
 */
export function addMissing(newer: string, into: string): number {
  const database = new DatabaseSync(into, { timeout: 10_000 });
  try {
    database.exec(
      `attach '${newer.replaceAll("'", "''")}' as newer; pragma synchronous = full; begin immediate`,
    );
    const columns = (table: string, where = 'true') =>
      database
        .prepare(
          `select name from pragma_table_info('${table}', 'main') as ours
           where ${where} and exists (select 1 from pragma_table_info('${table}', 'newer') as theirs where theirs.name = ours.name)`,
        )
        .all()
        .map(({ name }) => `"${name}"`);
    const fields = columns('requests', "name <> 'id'").join(', ');
    // The rest of an outbox message begins anew.
    const required = columns(
      'outbox_messages',
      `(name = 'honeypot_filled' or "notnull" = 1 and dflt_value is null)
       and name not in ('request_id', 'state', 'possible_duplicate')`,
    );
    const missing = 'select reference from newer.requests except select reference from main.requests';
    database.exec(`create temp table carried as ${missing}`);
    const { changes } = database
      .prepare(
        `insert into main.requests (${fields})
         select ${fields} from newer.requests where reference in (select reference from carried)`,
      )
      .run();
    database.exec(`
      -- The new version may have emailed these.
      update main.outbox_messages set possible_duplicate = 1
      where state = 'pending' and request_id in (
        select id from main.requests where reference in (select reference from newer.requests)
      );
      insert into main.outbox_messages (${['request_id', 'state', 'possible_duplicate', ...required].join(', ')})
      select ${['ours.id', "'pending'", '1', ...required.map((name) => `message.${name}`)].join(', ')}
      from carried
      join main.requests as ours on ours.reference = carried.reference
      join newer.requests as theirs on theirs.reference = carried.reference
      join newer.outbox_messages as message on message.request_id = theirs.id;
      commit`);
    // Of the journal's removal, too: a power cut must not bring it back.
    syncToDisk(dirname(into));
    return Number(changes);
  } finally {
    database.close();
  }
}
