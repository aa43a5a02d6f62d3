import { constants, copyFileSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { day } from '../clock.ts';
import { getMaxCopyAge } from '../requests/retention.ts';
import {
  assertDatabaseExists,
  databaseFile,
  passesIntegrityCheck,
  pragmasSql,
} from '../store/sqlite/database.ts';
import { isWallClockTrusted, readTimesSql } from '../store/trusted-time.ts';
import { createFileCommand, runAsProgram, writeNewFile } from './command.ts';

const help = `npm run backup -- FILE     copies all requests while the server runs
npm run backup -- FOLDER   does the same, names the copy by date, and removes old copies (after a week at most)

To restore a copy: npm run restore -- FILE`;

export const run = createFileCommand(help, async (target, { dataDir, retentionDays }) => {
  assertDatabaseExists(dataDir);
  if (target.endsWith('/')) {
    mkdirSync(target, { recursive: true, mode: 0o700 });
  }
  const isFolder = statSync(target, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const name = `requests-${new Date().toISOString().replaceAll(':', '')}.sqlite`;
  const file = isFolder ? join(target, name) : target;
  // The target may be slow, and the server can't save requests while its file is being read. So first copy locally.
  const localCopy = join(dataDir, `${databaseFile}.copying-${process.pid}-${Date.now()}`);
  let isClockSteady = false;
  try {
    await writeNewFile(file, async (unfinished) => {
      // The connection can't be read-only, because SQLite may have to roll back the journal after a crash.
      const source = new DatabaseSync(join(dataDir, databaseFile), { timeout: 10_000 });
      source.exec(pragmasSql);
      // Copies all pages in one step. A copy in several steps restarts whenever the file changes in between.
      await backup(source, localCopy, { rate: 0x7fffffff });
      source.close();
      const copy = new DatabaseSync(localCopy);
      if (!passesIntegrityCheck(copy)) {
        throw new Error('The database is damaged, so no copy was made.');
      }
      isClockSteady = isWallClockTrusted(copy.prepare(readTimesSql).get() as never, Date.now());
      copy.close();
      copyFileSync(localCopy, unfinished, constants.COPYFILE_EXCL);
    });
  } finally {
    rmSync(localCopy, { force: true });
  }
  const files = isFolder ? readdirSync(target) : [];
  if (isClockSteady) {
    // Keep the new backup: its name has only a date, which may already count as too old if the retention is short.
    for (const oldFile of files.filter((file) => file !== name)) {
      removeOrRedate(target, oldFile, retentionDays);
    }
  }
  const warning = recordBackup(join(dataDir, databaseFile), statSync(file).size);
  const keepsOld = !isClockSteady && files.some((name) => getAge(name) >= getMaxCopyAge(retentionDays));
  const notice =
    " No old backup was removed, because the server isn't running, or its clock hasn't been steady for 24 hours.";
  return `All requests are in ${file}.${warning}${keepsOld ? notice : ''}`;
});

/** Records the backup for Dispatch and alerts. If writing fails, the backup is complete, and a warning is returned. */
function recordBackup(database: string, bytes: number): string {
  try {
    using target = new DatabaseSync(database, { timeout: 10_000 });
    target.exec(pragmasSql);
    target.prepare('update installation set backup_at = ?, backup_bytes = ?').run(Date.now(), bytes);
    return '';
  } catch (error) {
    return ` Dispatch won't show this backup (${(error as Error).message}).`;
  }
}

const datedName = /^requests-(\d{4}-\d\d-\d\d)/;

/** Returns a backup's age by the date in its name, or NaN for any other file. */
function getAge(name: string): number {
  return Date.now() - Date.parse(datedName.exec(name)?.[1] ?? '');
}

/**
 * Removes a backup that is too old, because visitor data must not outlive its retention period in a forgotten copy.
 * Renames a backup whose date is more than a day in the future.
 */
function removeOrRedate(folder: string, name: string, retentionDays: number): void {
  const [prefix = '', date = ''] = datedName.exec(name) ?? [];
  const age = getAge(name);
  if (age >= getMaxCopyAge(retentionDays)) {
    rmSync(join(folder, name));
  } else if (age < -day) {
    // The clock was ahead when this backup was made. Its real age is unknown, so its retention period begins now.
    const today = new Date().toISOString().slice(0, 10);
    renameSync(join(folder, name), join(folder, name.replace(prefix, `requests-${today}-dated-${date}`)));
  }
}

if (import.meta.main) {
  await runAsProgram(run);
}
