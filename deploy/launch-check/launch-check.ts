/**
 * npm run launch-check [-- FOLDER-OF-BACKUPS]: lists the work left before this site goes public. Run it as root on the
 * server's machine, or in the container. The check sends test emails, test alarms, a heartbeat, and one empty form, and
 * may pair a phone. It saves the owner's answers in claims.json in the data folder.
 */
import { lookup, resolveTxt } from 'node:dns/promises';
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { business } from '../../content/business.ts';
import { chooseTransport } from '../../server/mail/email-channel.ts';
import { readPaging } from '../../server/paging/recipients.ts';
import { readServerEnvironment } from '../../server/settings/environment.ts';
import { readSettings } from '../../server/settings/settings.ts';
import { openSharedStore } from '../../server/store/store.ts';
import { runChecks } from './checks.ts';

const [, , backups = '/var/lib/diesel-site-backup'] = process.argv;
const input = createInterface({ input: process.stdin });
// All questions share this iterator. If several lines are piped in at once, a second iterator would miss some of them.
const lines = input[Symbol.asyncIterator]();
const returnNone = (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOTFOUND' || error.code === 'ENODATA') {
    return [];
  }
  throw error;
};

try {
  const settings = readSettings(readServerEnvironment());
  if (settings.siteUrl === undefined) {
    throw new Error('SITE_URL is not set: set it to the address of the site, like https://www.example.com.');
  }
  const answersFile = join(settings.dataDir, 'claims.json');
  const items = await runChecks(
    {
      business,
      settings: { ...settings, paging: readPaging(settings) },
      site: new URL(settings.siteUrl),
      fetchUrl: (url, init) =>
        fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(10_000), ...init }),
      builtPage: () => readFileSync('build/site/index.html', 'utf8'),
      resolveAddresses: async (name) =>
        (await lookup(name, { all: true }).catch(returnNone)).map(({ address }) => address),
      resolveTxt: async (name) => {
        const records = await resolveTxt(name).catch((error) =>
          error.code === 'ENOTFOUND' ? undefined : returnNone(error),
        );
        return records?.map((parts) => parts.join(''));
      },
      ownAddresses: Object.values(networkInterfaces())
        .flatMap((interfaceAddresses) => interfaceAddresses ?? [])
        .map(({ address }) => address)
        // Omit private addresses. In a container or behind NAT, the machine doesn't know its public address.
        .filter((address) => !/^(127\.|10\.|172\.(1[6-9]|2\d|3[01])\.|192\.168\.|::1$|f[cde])/.test(address)),
      transport: chooseTransport(settings, () => undefined),
      openStore: () => openSharedStore(settings, [], () => undefined),
      askOwner: async (question) => {
        process.stdout.write(question);
        return (await lines.next()).value;
      },
      answerBook: {
        read: () => (existsSync(answersFile) ? JSON.parse(readFileSync(answersFile, 'utf8')) : {}),
        write: (answers) =>
          writeFileSync(answersFile, `${JSON.stringify(answers, null, 2)}\n`, { mode: 0o600 }),
      },
      now: new Date(),
      lastBackup: () => {
        const times = globSync(join(backups, '*.sqlite')).map((file) => statSync(file).mtimeMs);
        return times.length > 0 ? new Date(Math.max(...times)) : undefined;
      },
    },
    console.log,
  );
  console.log(items === 0 ? 'Nothing is left to fix. You are live.' : `Left to fix: ${items}.`);
  process.exitCode = Math.min(items, 100);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  input.close();
}
