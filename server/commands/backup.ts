import { constants, copyFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { copyAge } from '../retention.ts';
import { assertRequestsIn, databaseFile, isSound } from '../store/sqlite/database.ts';
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
  try {
    await writeNewFile(file, async (unfinished) => {
      const source = new DatabaseSync(join(dataDir, databaseFile), { readOnly: true, timeout: 10_000 });
      // In one step: a copy in several steps restarts whenever a request is saved in between.
      await backup(source, near, { rate: 0x7fffffff });
      source.close();
      const copy = new DatabaseSync(near);
      if (!isSound(copy)) throw new Error('The database is damaged, so no copy was made.');
      copy.close();
      copyFileSync(near, unfinished, constants.COPYFILE_EXCL);
    });
  } finally {
    rmSync(near, { force: true });
  }
  // By age, not by number: what visitors wrote must not outlive its days in a forgotten copy.
  for (const old of isFolder ? readdirSync(target) : []) {
    const [, day = ''] = /^requests-(\d{4}-\d\d-\d\d)/.exec(old) ?? [];
    if (old !== name && Date.now() - Date.parse(day) >= copyAge(retentionDays)) {
      rmSync(join(target, old));
    }
  }
  return `All requests are in ${file}.`;
});

if (import.meta.main) await runAsProgram(run);
