/**
 * npm run backup -- FILE: backs up all requests while the server runs. Given a folder, names the backup by
 * date and removes old ones, so that visitor data is deleted there as well.
 */
import { constants, copyFileSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { copyAge } from '../retention.ts';
import type { Settings } from '../settings.ts';
import { assertRequestsIn, databaseFile, isSound } from '../store/sqlite/database.ts';
import { commandOf, onlyParameter, runAsProgram } from './command.ts';
import { writeOutputFile } from './output-file.ts';

const help = `npm run backup -- FILE     copies all requests while the server runs
npm run backup -- FOLDER   the same, named by date; removes those older than a week

Exits with 0 when the copy is complete and on disk, with 1 when no copy was made, with 2 when the command
was not understood. To restore a copy: npm run restore -- FILE`;

export const run = commandOf({
  help,
  understand: onlyParameter('Say where to put the copy.'),
  failed: 'No copy was made',
  work: copyTo,
});

async function copyTo(target: string, { database, dataDir, retentionDays }: Settings): Promise<string> {
  if (database !== undefined) {
    throw new Error(
      'the requests are in PostgreSQL (DATABASE_URL). docs/more-than-one-machine.md says how to copy that.',
    );
  }
  assertRequestsIn(dataDir);
  const intoFolder = existsSync(target) && statSync(target).isDirectory();
  const file = intoFolder ? join(target, `requests-${new Date().toISOString().slice(0, 10)}.sqlite`) : target;
  // The target may be slow, and the server waits while its file is read.
  const near = join(dataDir, `${databaseFile}.copying-${process.pid}-${Date.now()}`);
  let requests = 0;
  try {
    await writeOutputFile(file, dataDir, async (unfinished) => {
      const source = new DatabaseSync(join(dataDir, databaseFile), { readOnly: true, timeout: 10_000 });
      // In one step: a copy in several steps restarts whenever a request is saved in between.
      await backup(source, near, { rate: 0x7fffffff });
      source.close();
      requests = countRequests(near);
      copyFileSync(near, unfinished, constants.COPYFILE_EXCL);
    });
  } finally {
    rmSync(near, { force: true });
  }
  if (intoFolder) {
    removeOldBackups(target, file, copyAge(retentionDays), new Date());
  }
  return `${requests} requests are in ${file}.`;
}

/** Throws if the copy is damaged. */
function countRequests(copy: string): number {
  const database = new DatabaseSync(copy);
  try {
    if (!isSound(database)) {
      throw new Error('the database is damaged');
    }
    return Number(database.prepare('select count(*) as count from requests').get()?.count);
  } finally {
    database.close();
  }
}

/**
 * Removes the backups in a folder whose day began `age` milliseconds ago, but not the newest. By age, not by
 * number: what visitors wrote must not outlive its days in a forgotten copy.
 */
function removeOldBackups(folder: string, newest: string, age: number, now: Date): void {
  for (const name of readdirSync(folder)) {
    const [, day] = /^requests-(\d{4}-\d\d-\d\d)\.sqlite(?:\.unfinished.*)?$/.exec(name) ?? [];
    const copy = join(folder, name);
    if (day !== undefined && copy !== newest && now.getTime() - Date.parse(day) >= age) {
      rmSync(copy);
    }
  }
}

if (import.meta.main) {
  await runAsProgram(run);
}
