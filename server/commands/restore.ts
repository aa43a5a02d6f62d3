/**
 * npm run restore -- FILE: replaces the requests with a backup while the server is stopped. Renames the old
 * file, adding the date.
 */
import { mailWords } from '../../content/words/mail.ts';
import { pluralize } from '../mail/text.ts';
import { readSettings } from '../settings.ts';
import { prepareDataFolder } from '../store/sqlite/data-folder.ts';
import { restoreCopy } from '../store/sqlite/restore-copy.ts';
import { environmentOfServer } from './environment.ts';

const help = `npm run restore -- FILE   replaces the requests with a copy made by "npm run backup"

Stop the server first (systemctl stop diesel-site) and start it afterward. The old file is renamed and
kept. Exits with 0 when the copy was restored, with 1 when nothing was changed, with 2 when the command
was not understood.`;

if (import.meta.main) {
  // Only this account may read what visitors wrote.
  process.umask(0o077);
  process.exitCode = run(process.argv.slice(2));
}

/** Does what the parameters say, on the data of the server whose environment is read. Returns the exit code. */
export function run([copy, ...rest]: string[], readEnvironment = environmentOfServer): 0 | 1 | 2 {
  if (copy === '--help' || copy === '-h') {
    console.log(help);
    return 0;
  }
  if (copy === undefined || copy.startsWith('-') || rest.length > 0) {
    console.error(`Say which copy to restore.\n\n${help}`);
    return 2;
  }
  try {
    const { database, dataDir } = readSettings(readEnvironment());
    if (database !== undefined) {
      throw new Error(
        'the requests are in PostgreSQL (DATABASE_URL). docs/more-than-one-machine.md says how to restore that, with pgBackRest.',
      );
    }
    prepareDataFolder(dataDir);
    const { requests, unsent, before } = restoreCopy(copy, dataDir);
    console.log(
      `${pluralize(requests, mailWords.requests)} restored; ${unsent} of them will be emailed when the server starts, marked as possible duplicates.`,
    );
    if (before) {
      console.log(
        `The old file is now ${before}. It contains what visitors wrote: delete it when you no longer need it.`,
      );
    }
    return 0;
  } catch (error) {
    console.error(`Nothing was restored: ${error instanceof Error ? error.message : error}`);
    return 1;
  }
}
