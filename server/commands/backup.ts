import { constants, copyFileSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { getMaxCopyAge } from '../requests/retention.ts';
import { assertRequestsIn, databaseFile, isSound, pragmasSql } from '../store/sqlite/database.ts';
import { isClockTrusted, readTimesSql } from '../store/trusted-time.ts';
import { createFileCommand, runAsProgram, writeNewFile } from './command.ts';

const help = `npm run backup -- FILE     copies all requests while the server runs
npm run backup -- FOLDER   does the same, names the copy by date, and removes copies older than a week

To restore a copy: npm run restore -- FILE`;

export const run = createFileCommand(help, async (target, { dataDir, retentionDays }) => {
  assertRequestsIn(dataDir);
  const isFolder = statSync(target, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const name = `requests-${new Date().toISOString().replaceAll(':', '')}.sqlite`;
  const file = isFolder ? join(target, name) : target;
  // The target may be slow, and the server has to wait while its file is being read. So the first copy is local.
  const near = join(dataDir, `${databaseFile}.copying-${process.pid}-${Date.now()}`);
  let isClockBelieved = false;
  try {
    await writeNewFile(file, async (unfinished) => {
      // The connection can't be read-only, because SQLite may have to roll back the journal after a crash.
      const source = new DatabaseSync(join(dataDir, databaseFile), { timeout: 10_000 });
      source.exec(pragmasSql);
      // Copies all pages in one step. A copy in several steps restarts whenever a request is saved in between.
      await backup(source, near, { rate: 0x7fffffff });
      source.close();
      const copy = new DatabaseSync(near);
      if (!isSound(copy)) {
        throw new Error('The database is damaged, so no copy was made.');
      }
      isClockBelieved = isClockTrusted(copy.prepare(readTimesSql).get() as never, Date.now());
      copy.close();
      copyFileSync(near, unfinished, constants.COPYFILE_EXCL);
    });
  } finally {
    rmSync(near, { force: true });
  }
  for (const old of isFolder && isClockBelieved ? readdirSync(target) : []) {
    removeIfOld(target, old, retentionDays);
  }
  const warning = recordBackup(join(dataDir, databaseFile), statSync(file).size);
  const keptBackups = "The clock jumped or the server isn't running, so no old backup was removed.";
  return `All requests are in ${file}.${warning}${isFolder && !isClockBelieved ? ` ${keptBackups}` : ''}`;
});

/** Records the backup for Dispatch. If that fails, the backup is still complete, and a warning is returned. */
function recordBackup(database: string, bytes: number): string {
  const target = new DatabaseSync(database, { timeout: 10_000 });
  try {
    target.exec(pragmasSql);
    target.prepare('update installation set backup_at = ?, backup_bytes = ?').run(Date.now(), bytes);
    return '';
  } catch (error) {
    return ` Dispatch won't show this backup (${(error as Error).message}).`;
  } finally {
    target.close();
  }
}

/** Removes a backup that is too old. Visitor data must not outlive its retention period in a forgotten copy. */
function removeIfOld(folder: string, name: string, retentionDays: number): void {
  const [prefix = '', day = ''] = /^requests-(\d{4}-\d\d-\d\d)/.exec(name) ?? [];
  const age = Date.now() - Date.parse(day);
  if (age >= getMaxCopyAge(retentionDays)) {
    rmSync(join(folder, name));
  } else if (age < -dayLength) {
    // The clock was ahead when this backup was made. Its real age is unknown, so its retention period begins now.
    const today = new Date().toISOString().slice(0, 10);
    renameSync(join(folder, name), join(folder, name.replace(prefix, `requests-${today}-dated-${day}`)));
  }
}

/** The length of a day, in milliseconds. */
const dayLength = 24 * 60 * 60_000;

if (import.meta.main) {
  await runAsProgram(run);
}
