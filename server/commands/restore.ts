import {
  chmodSync,
  chownSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { unfinishedCondition } from '../queue/unfinished.ts';
import { emailChannelName } from '../requests/channel-data.ts';
import { erasingAssignmentsSql } from '../requests/driver-actions.ts';
import type { Settings } from '../settings/settings.ts';
import { renameDurably, syncToDisk } from '../store/durable-files.ts';
import { assertReadable } from '../store/schema.ts';
import { copyRows, isTable } from '../store/sqlite/copy-rows.ts';
import {
  databaseFile,
  openDatabase,
  passesIntegrityCheck,
  prepareDataFolder,
  readVersion,
} from '../store/sqlite/database.ts';
import { lockOutServers } from '../store/sqlite/server-lock.ts';
import { createFileCommand, runAsProgram } from './command.ts';

const help = `npm run restore -- FILE   replaces the requests with a copy made by "npm run backup"

Stop the server first (systemctl stop diesel-site, or Ctrl+C on your computer) and start it afterward. The old file is renamed.`;

export const run = createFileCommand(help, async (copy, settings) => {
  const { dataDir } = settings;
  if (statSync(copy, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Error(`${copy} is a folder. Give the path of a backup in it.`);
  }
  if (!existsSync(copy)) {
    throw new Error(`There is no file ${copy}. Give the full path of a backup.`);
  }
  prepareDataFolder(dataDir);
  lockOutServers(dataDir);
  const newFile = `${databaseFile}.restoring-${process.pid}-${Date.now()}`;
  const privateCopy = `${newFile}-copy`;
  try {
    // Works on a private copy, because the file could change between the check and the reading.
    copyFileSync(copy, join(dataDir, privateCopy), constants.COPYFILE_EXCL);
    // copyFileSync also copies the permissions, which may let other accounts read the file.
    chmodSync(join(dataDir, privateCopy), 0o600);
    const { erased, unreadable } = readErasures([join(dataDir, databaseFile), ...listBackupsBeside(copy)]);
    const omittedCount = rebuild(dataDir, { privateCopy, newFile, settings, erased });
    syncToDisk(join(dataDir, newFile));
    // Root may run this command, but the server runs under another account.
    const { uid, gid } = statSync(dataDir);
    chownSync(join(dataDir, newFile), uid, gid);
    const oldFileMessage = keepOldFile(join(dataDir, databaseFile));
    renameDurably(join(dataDir, newFile), join(dataDir, databaseFile));
    return [
      'The requests are restored. When the server starts, it emails unsent requests as possible duplicates.',
      ...(omittedCount > 0
        ? [`Damaged rows that were left out: ${omittedCount}. They are still in ${copy}.`]
        : []),
      ...unreadable.map(
        (file) => `${file} can't be read, so requests that were deleted after the backup may be back.`,
      ),
      oldFileMessage,
    ].join('\n');
  } catch (error) {
    throw new Error(`${copy} was not restored: ${(error as Error).message}.`, { cause: error });
  } finally {
    for (const leftover of [privateCopy, newFile, `${newFile}-journal`]) {
      rmSync(join(dataDir, leftover), { force: true });
    }
  }
});

/**
 * Writes a new database with the rows of the copy. Marks the deliveries that may have been sent since the backup as
 * possible duplicates. The copy may have been tampered with, so its triggers and views must not run. Returns the number
 * of damaged rows that it left out.
 */
function rebuild(
  folder: string,
  {
    privateCopy,
    newFile,
    settings: { mailTo },
    erased,
  }: { privateCopy: string; newFile: string; settings: Pick<Settings, 'mailTo'>; erased: readonly string[] },
): number {
  const source = openCopy(join(folder, privateCopy));
  const database = openDatabase(folder, newFile);
  try {
    chmodSync(join(folder, newFile), 0o600);
    const omittedCount = copyRows(source, database, Date.now());
    // References are used as file names, so an invalid one could point to another file.
    if (hasRows(database, "requests where reference glob '*[^0-9A-Z]*'")) {
      throw new Error(notABackupMessage);
    }
    database.exec(`
      update deliveries
      set possible_duplicate = 1, state = case state when 'sending' then 'pending' else state end
      where ${unfinishedCondition}`);
    database.prepare(eraseAgainSql).run({ erased: JSON.stringify(erased) });
    database.exec(closeErasedSql);
    database.prepare(emailOrphansSql).run({ mailTo: JSON.stringify(mailTo), channel: emailChannelName });
    return omittedCount;
  } finally {
    source.close();
    database.close();
  }
}

const notABackupMessage = 'it is damaged, or was not made by "npm run backup"';

/**
 * Opens the copy. Throws unless it is a sound database (`passesIntegrityCheck`) with our tables, of a version that we
 * can read.
 */
function openCopy(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    database.exec('pragma trusted_schema = off');
    assertReadable(readVersion(database));
    const hasTables = isTable(database, 'requests') && isTable(database, 'deliveries');
    if (!hasTables || !passesIntegrityCheck(database)) {
      throw new Error(notABackupMessage);
    }
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Adds email deliveries to requests whose emails are missing or damaged. The server sets their rank at startup. */
const emailOrphansSql = `
  insert into deliveries (request_id, channel, recipient, due_at, rank, possible_duplicate)
  select requests.id, :channel, value, 0, 0, 1 from requests cross join json_each(:mailTo)
  where erased_at is null
    and not exists (select 1 from deliveries where request_id = requests.id and channel = :channel)`;

/** Erases the requests that drivers or the owner are known to have erased, even after the copy was made. */
const eraseAgainSql = `
  update requests set ${erasingAssignmentsSql}, erased_at = received_at
  where reference in (select value from json_each(:erased) union select reference from erasures)`;
const closeErasedSql = `
  update deliveries set state = 'closed'
  where ${unfinishedCondition} and request_id in (select id from requests where erased_at is not null)`;

/** Reads the references of requests that were erased in any of these files, and lists the files it can't read. */
function readErasures(files: readonly string[]): { erased: string[]; unreadable: string[] } {
  const result = { erased: [] as string[], unreadable: [] as string[] };
  for (const file of files.filter((path) => existsSync(path))) {
    try {
      // The connection can't be read-only, because SQLite may have to roll back the journal of a killed server.
      using database = new DatabaseSync(file);
      if (isTable(database, 'erasures')) {
        const rows = database.prepare('select reference from erasures').all();
        result.erased.push(...rows.map(({ reference }) => String(reference)));
      }
    } catch {
      result.unreadable.push(file);
    }
  }
  return result;
}

/** Lists the backups in the copy's folder, including the copy. A newer backup may record later erasures. */
function listBackupsBeside(copy: string): string[] {
  const folder = dirname(resolve(copy));
  return readdirSync(folder)
    .filter((name) => /^requests-.*\.sqlite$/.test(name))
    .map((name) => join(folder, name));
}

const hasRows = (database: DatabaseSync, source: string) =>
  database.prepare(`select 1 from ${source} limit 1`).get() !== undefined;

/**
 * Links the old file, if there is one, under a second name, and returns a message about it. Retention later removes the
 * file unless its name contains "unsent".
 */
function keepOldFile(file: string): string {
  if (!statSync(file, { throwIfNoEntry: false })) {
    return '';
  }
  let kind = 'unsent';
  try {
    using database = new DatabaseSync(file);
    // Reading the file also rolls back the journal of a killed server.
    kind = hasRows(database, `deliveries where ${unfinishedCondition}`) ? kind : 'before-restore';
  } catch {
    // The file can't be read, so it may contain unsent requests.
  }
  const newName = `${file}.${kind}-${new Date().toISOString().replaceAll(':', '')}`;
  linkSync(file, newName);
  return kind === 'unsent'
    ? `The old file is now ${newName}. It contains visitor data, so delete it when you no longer need it.`
    : `The old file is now ${newName}. The server deletes it within a week.`;
}

if (import.meta.main) {
  await runAsProgram(run);
}
