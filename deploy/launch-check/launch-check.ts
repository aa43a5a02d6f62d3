/**
 * npm run launch-check [-- FOLDER-OF-BACKUPS]: lists what is missing before this site goes public. Run it as root where
 * the server runs. It sends test emails and pages and one empty form, and keeps answers in claims.json in the data folder.
 */
import { lookup, resolveTxt } from 'node:dns/promises';
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { business } from '../../content/business.ts';
import { chooseTransport } from '../../server/mail/email-channel.ts';
import { readPaging } from '../../server/paging/recipients.ts';
import { environmentOfServer } from '../../server/settings/environment.ts';
import { readSettings } from '../../server/settings/settings.ts';
import { openStoreForCommand } from '../../server/store/store.ts';
import { runChecks } from './checks.ts';

const [, , backups = '/var/lib/diesel-site-backup'] = process.argv;
const input = createInterface({ input: process.stdin });
// One for all questions: of lines that are piped in together, a second one would miss the rest.
const lines = input[Symbol.asyncIterator]();
const none = (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOTFOUND' || error.code === 'ENODATA') {
    return [];
  }
  throw error;
};

try {
  const settings = readSettings(environmentOfServer());
  if (settings.siteUrl === undefined) {
    throw new Error('SITE_URL is not set: set it to the address of the site, like https://www.example.com.');
  }
  const answers = join(settings.dataDir, 'claims.json');
  const points = await runChecks(
    {
      business,
      settings: { ...settings, paging: readPaging(settings) },
      site: new URL(settings.siteUrl),
      ask: (url, init) => fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(10_000), ...init }),
      builtPage: () => readFileSync('build/site/index.html', 'utf8'),
      addresses: async (name) =>
        (await lookup(name, { all: true }).catch(none)).map(({ address }) => address),
      texts: async (name) => {
        const records = await resolveTxt(name).catch((error) =>
          error.code === 'ENOTFOUND' ? undefined : none(error),
        );
        return records?.map((parts) => parts.join(''));
      },
      ownAddresses: Object.values(networkInterfaces())
        .flatMap((some) => some ?? [])
        .map(({ address }) => address)
        // Inside a container or behind a provider's NAT, the public one is not known.
        .filter((address) => !/^(127\.|10\.|172\.(1[6-9]|2\d|3[01])\.|192\.168\.|::1$|f[cde])/.test(address)),
      transport: chooseTransport(settings, () => undefined),
      openStore: () => openStoreForCommand(settings, [], () => undefined),
      typed: async (question) => {
        process.stdout.write(question);
        return (await lines.next()).value;
      },
      answerBook: {
        read: () => (existsSync(answers) ? JSON.parse(readFileSync(answers, 'utf8')) : {}),
        write: (given) => writeFileSync(answers, `${JSON.stringify(given, null, 2)}\n`, { mode: 0o600 }),
      },
      now: new Date(),
      lastBackup: () => {
        const times = globSync(join(backups, '*.sqlite')).map((file) => statSync(file).mtimeMs);
        return times.length > 0 ? new Date(Math.max(...times)) : undefined;
      },
    },
    console.log,
  );
  console.log(points === 0 ? 'Nothing is open. You are live.' : `Open points: ${points}.`);
  process.exitCode = Math.min(points, 100);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  input.close();
}
