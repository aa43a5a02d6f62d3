/**
 * npm run carry-over: copies the requests in DATA_DIR into the PostgreSQL database of DATABASE_URL. Stop the
 * servers first. Safe to interrupt and run again.
 */
import { readSettings } from '../settings.ts';
import { carryOver } from '../store/postgres/carry-over.ts';
import { environmentOfServer } from './environment.ts';

try {
  const { dataDir, database } = readSettings(environmentOfServer());
  if (database === undefined) {
    throw new Error('DATABASE_URL is not set: it says where to copy the requests.');
  }
  const { requests, unsent, alreadyThere, file } = await carryOver(dataDir, database, (done, of) =>
    console.log(`${done} of ${of} requests`),
  );
  console.log(
    `PostgreSQL now holds all ${requests} requests, ${unsent} of them unsent; ${alreadyThere} were already there. The old file is now ${file}.`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
