/**
 * npm run restore -- FILE: replaces the requests with a backup while the server is stopped. Renames the old
 * file with a date.
 */
import { mailWords } from '../../content/words/mail.ts';
import { counted } from '../mail/text.ts';
import { readSettings } from '../settings.ts';
import { prepareDataFolder } from '../store/sqlite/data-folder.ts';
import { restoreCopy } from '../store/sqlite/restore-copy.ts';
import { environmentOfServer } from './environment.ts';

const help = `npm run restore -- FILE   puts a copy that "npm run backup" made in the place of the requests

Stop the server first (systemctl stop diesel-site) and start it afterwards. What was there is kept beside
it. Ends with 0 when it was done, with 1 when nothing was changed, with 2 when the command was not understood.`;

// What visitors wrote is for this account's eyes only.
process.umask(0o077);
process.exitCode = run(process.argv.slice(2));

function run([copy, ...rest]: string[]): 0 | 1 | 2 {
  if (copy === '--help' || copy === '-h') {
    console.log(help);
    return 0;
  }
  if (copy === undefined || copy.startsWith('-') || rest.length > 0) {
    console.error(`Say which copy is to be restored.\n\n${help}`);
    return 2;
  }
  try {
    const { database, dataDir } = readSettings(environmentOfServer());
    if (database !== undefined) {
      throw new Error(
        'the requests are in PostgreSQL (DATABASE_URL). docs/more-than-one-machine.md says how to restore that, with pgBackRest.',
      );
    }
    prepareDataFolder(dataDir);
    const { requests, unsent, before } = restoreCopy(copy, dataDir);
    console.log(
      `${counted(requests, mailWords.requests)} restored; ${unsent} of them will be emailed when the server starts, marked as possible duplicates.`,
    );
    if (before) {
      console.log(
        `What was there is now ${before}. It holds what visitors wrote: delete it when you need it no more.`,
      );
    }
    return 0;
  } catch (error) {
    console.error(`Nothing was restored: ${error instanceof Error ? error.message : error}`);
    return 1;
  }
}
