import { constants, copyFileSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { getMaxCopyAge } from '../requests/retention.ts';
import { assertRequestsIn, databaseFile, isSound, pragmas } from '../store/sqlite/database.ts';
import { isBelieved, readTimes } from '../store/trusted-time.ts';
import { fileCommand, runAsProgram, writeNewFile } from './command.ts';

const help = `npm run backup -- FILE     copies all requests while the server runs
npm run backup -- FOLDER   the same, named by date; removes those older than a week

To restore a copy: npm run restore -- FILE`;

export const run = fileCommand(help, async (target, { dataDir, retentionDays }) => {
  assertRequestsIn(dataDir);
  const isFolder = statSync(target, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const name = `requests-${new Date().toISOString().replaceAll(':', '')}.sqlite`;
  const file = isFolder ? join(target, name) : target;
  // The target may be slow, and the server waits while its file is read.
  const near = join(dataDir, `${databaseFile}.copying-${process.pid}-${Date.now()}`);
  let isClockBelieved = false;
  try {
    await writeNewFile(file, async (unfinished) => {
      // Not read-only: after a crash, SQLite first has to roll back what is in the journal.
      const source = new DatabaseSync(join(dataDir, databaseFile), { timeout: 10_000 });
      source.exec(pragmas);
      // In one step: a copy in several steps restarts whenever a request is saved in between.
      await backup(source, near, { rate: 0x7fffffff });
      source.close();
      const copy = new DatabaseSync(near);
      if (!isSound(copy)) throw new Error('The database is damaged, so no copy was made.');
      isClockBelieved = isBelieved(copy.prepare(readTimes).get() as never, Date.now());
      copy.close();
      copyFileSync(near, unfinished, constants.COPYFILE_EXCL);
    });
  } finally {
    rmSync(near, { force: true });
  }
  for (const old of isFolder && isClockBelieved ? readdirSync(target) : []) {
    removeIfOld(target, old, retentionDays);
  }
  const untold = recordBackup(join(dataDir, databaseFile), statSync(file).size);
  const kept = 'The clock jumped, or the server does not run, so no old backup was removed.';
  return `All requests are in ${file}.${untold}${isFolder && !isClockBelieved ? ` ${kept}` : ''}`;
});

/** Has Dispatch show the backup, which is whole in any case. Returns what to say if that failed. */
function recordBackup(database: string, bytes: number): string {
  const target = new DatabaseSync(database, { timeout: 10_000 });
  try {
    target.exec(pragmas);
    target.prepare('update installation set backup_at = ?, backup_bytes = ?').run(Date.now(), bytes);
    return '';
  } catch (error) {
    return ` Dispatch does not show this backup (${(error as Error).message}).`;
  } finally {
    target.close();
  }
}

/** By age, not by number: what visitors wrote must not outlive its days in a forgotten copy. */
function removeIfOld(folder: string, name: string, retentionDays: number): void {
  const [prefix = '', day = ''] = /^requests-(\d{4}-\d\d-\d\d)/.exec(name) ?? [];
  const age = Date.now() - Date.parse(day);
  if (age >= getMaxCopyAge(retentionDays)) {
    rmSync(join(folder, name));
  } else if (age < -dayLength) {
    // A clock was ahead when it was made. Its days begin now, because nobody knows its real age.
    const today = new Date().toISOString().slice(0, 10);
    renameSync(join(folder, name), join(folder, name.replace(prefix, `requests-${today}-dated-${day}`)));
  }
}

/** In milliseconds. */
const dayLength = 24 * 60 * 60_000;

if (import.meta.main) await runAsProgram(run);
