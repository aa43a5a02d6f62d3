/**
 * npm run backup -- FILE: backs up all requests while the server runs. Given a folder, names the backup by
 * date and removes those older than a week, so that visitor data is deleted there as well.
 */
import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { copyAge } from '../retention.ts';
import { readSettings, type Settings } from '../settings.ts';
import { assertRequestsIn, assertSound, databaseFile } from '../store/sqlite/database.ts';
import { environmentOfServer } from './environment.ts';
import { removeOldBackups } from './old-backups.ts';
import { replaceFile } from './replace-file.ts';

const help = `npm run backup -- FILE     copies all requests while the server runs
npm run backup -- FOLDER   the same, named by date; removes those older than a week

Exits with 0 when the copy is complete and on disk, with 1 when no copy was made, with 2 when the command
was not understood. To restore a copy: npm run restore -- FILE`;

if (import.meta.main) {
  // Only this account may read what visitors wrote.
  process.umask(0o077);
  process.exitCode = await run(process.argv.slice(2));
}

/** Does what the parameters say, on the data of the server whose environment is read. Returns the exit code. */
export async function run(
  [target, ...rest]: string[],
  readEnvironment = environmentOfServer,
): Promise<0 | 1 | 2> {
  if (target === '--help' || target === '-h') {
    console.log(help);
    return 0;
  }
  if (target === undefined || target.startsWith('-') || rest.length > 0) {
    console.error(`Say where to put the copy.\n\n${help}`);
    return 2;
  }
  try {
    const { retentionDays, ...settings } = readSettings(readEnvironment());
    await copyTo(target, sourceFile(settings), copyAge(retentionDays));
    return 0;
  } catch (error) {
    console.error(`No copy was made: ${error instanceof Error ? error.message : error}`);
    return 1;
  }
}

function sourceFile({ database, dataDir }: Pick<Settings, 'database' | 'dataDir'>): string {
  if (database !== undefined) {
    throw new Error(
      'the requests are in PostgreSQL (DATABASE_URL). docs/more-than-one-machine.md says how to copy that.',
    );
  }
  assertRequestsIn(dataDir);
  return resolve(dataDir, databaseFile);
}

async function copyTo(target: string, source: string, age: number): Promise<void> {
  const intoFolder = existsSync(target) && statSync(target).isDirectory();
  const file = intoFolder ? join(target, `requests-${new Date().toISOString().slice(0, 10)}.sqlite`) : target;
  let requests = 0;
  await replaceFile(file, dirname(source), async (unfinished) => {
    const database = new DatabaseSync(source, { readOnly: true, timeout: 10_000 });
    // In one step: a copy in several steps restarts whenever a request is saved in between.
    await backup(database, unfinished, { rate: 0x7fffffff });
    database.close();
    requests = countRequests(unfinished);
  });
  if (intoFolder) {
    removeOldBackups(target, file, age, new Date());
  }
  console.log(`${requests} requests are in ${file}.`);
}

/** Throws if the copy is damaged. */
function countRequests(copy: string): number {
  const database = new DatabaseSync(copy);
  assertSound(database);
  const { count } = database.prepare('select count(*) as count from requests').get() ?? {};
  database.close();
  return Number(count);
}
