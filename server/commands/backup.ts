import { constants, copyFileSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { copyAge } from '../retention.ts';
import type { Settings } from '../settings.ts';
import { assertRequestsIn, databaseFile, isSound } from '../store/sqlite/database.ts';
import { fileCommand, runAsProgram, writeOutputFile } from './command.ts';

const help = `npm run backup -- FILE     copies all requests while the server runs
npm run backup -- FOLDER   the same, named by date; removes those older than a week

To restore a copy: npm run restore -- FILE`;

export const run = fileCommand(help, copyTo);

async function copyTo(target: string, { dataDir, retentionDays }: Settings): Promise<string> {
  assertRequestsIn(dataDir);
  const isFolder = existsSync(target) && statSync(target).isDirectory();
  const file = isFolder ? join(target, `requests-${new Date().toISOString().slice(0, 10)}.sqlite`) : target;
  // The target may be slow, and the server waits while its file is read.
  const near = join(dataDir, `${databaseFile}.copying-${process.pid}-${Date.now()}`);
  try {
    await writeOutputFile(file, dataDir, async (unfinished) => {
      const source = new DatabaseSync(join(dataDir, databaseFile), { readOnly: true, timeout: 10_000 });
      // In one step: a copy in several steps restarts whenever a request is saved in between.
      await backup(source, near, { rate: 0x7fffffff });
      source.close();
      assertSound(near);
      copyFileSync(near, unfinished, constants.COPYFILE_EXCL);
    });
  } finally {
    rmSync(near, { force: true });
  }
  if (isFolder) {
    removeOldBackups(target, file, copyAge(retentionDays));
  }
  return `All requests are in ${file}.`;
}

function assertSound(copy: string): void {
  const database = new DatabaseSync(copy);
  const isWhole = isSound(database);
  database.close();
  if (!isWhole) {
    throw new Error('The database is damaged, so no copy was made: see docs/running.md.');
  }
}

/** By age, not by number: what visitors wrote must not outlive its days in a forgotten copy. In milliseconds. */
function removeOldBackups(folder: string, newest: string, age: number): void {
  for (const name of readdirSync(folder)) {
    const [, day] = /^requests-(\d{4}-\d\d-\d\d)\.sqlite$/.exec(name) ?? [];
    if (day !== undefined && join(folder, name) !== newest && Date.now() - Date.parse(day) >= age) {
      rmSync(join(folder, name));
    }
  }
}

if (import.meta.main) await runAsProgram(run);
