/** npm run launch-check -- [URL]: reports what is missing before this site goes public. */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { business } from '../../content/business.ts';
import { environmentOfServer } from '../../server/environment.ts';
import { chooseTransport } from '../../server/mail/outbox-parts.ts';
import { exampleOf, readSettings } from '../../server/settings.ts';
import type { AnswerBook, Circumstances } from './circumstances.ts';
import { askDns } from './dns.ts';
import { runChecks } from './run-checks.ts';

const help = `npm run launch-check -- [URL]   lists what is missing before going public; URL is SITE_URL by default

  --dns SERVER       the name server to ask, like 9.9.9.9, instead of the machine's own
  --backups FOLDER   where the copies of the requests are, if not where the timer puts them

Run it where the server runs, as an account that can read its settings (sudo). It sends one test email and
one empty form, and no visitor data. It asks you to confirm what the pages claim, and keeps your answers in
claims.json in the data folder. The exit code is the number of open points: 0 if there are none.`;

/** How long the site has for each response, in milliseconds. */
const timeout = 10_000;

/** One reader for all questions: of lines that are piped in together, a second one would miss the rest. */
const input = createInterface({ input: process.stdin });
const lines = input[Symbol.asyncIterator]();

process.exitCode = await main();

async function main(): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        dns: { type: 'string' },
        backups: { type: 'string' },
      },
    });
    if (values.help) {
      console.log(help);
      return 0;
    }
    const circumstances = look(positionals[0], values.dns, values.backups ?? folderOfTimer());
    console.log(`Checking ${circumstances.site.origin}:`);
    const points = await runChecks(circumstances, (line) => console.log(line));
    console.log(points === 0 ? 'Nothing is open. You are live.' : `Open points: ${points}.`);
    return Math.min(points, 100);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${help}`);
    return 1;
  } finally {
    input.close();
  }
}

function look(url: string | undefined, dns: string | undefined, backups: string): Circumstances {
  const settings = readSettings(environmentOfServer());
  const site = URL.parse(url ?? settings.siteUrl ?? '');
  if (!site || !/^https?:$/.test(site.protocol)) {
    throw new Error(
      url === undefined
        ? `SITE_URL is not set: set it, like ${exampleOf('siteUrl')}, or say which address to check.`
        : `"${url}" is not an address. Write it like https://www.example.com.`,
    );
  }
  return {
    business,
    settings,
    site,
    ask: async (path, init) => {
      try {
        return await fetch(new URL(path, site), {
          redirect: 'manual',
          signal: AbortSignal.timeout(timeout),
          ...init,
        });
      } catch (error) {
        const { cause, message } = error as Error;
        throw new Error(
          `${site.origin} does not answer: ${(cause as Error | undefined)?.message ?? message}`,
          {
            cause,
          },
        );
      }
    },
    builtPage: () => readFileSync('build/site/index.html', 'utf8'),
    dns: askDns(dns),
    transport: chooseTransport(settings, () => undefined),
    typed,
    answerBook: answersIn(settings.dataDir),
    now: new Date(),
    freeSpace: () => {
      const { bavail, bsize } = statfsSync(existsSync(settings.dataDir) ? settings.dataDir : '.');
      return bavail * bsize;
    },
    lastBackup: () => lastIn(backups),
    isClockSynchronized,
  };
}

/** Where the timer puts the nightly backups. */
function folderOfTimer(): string {
  const unit = readFileSync(join(import.meta.dirname, '../diesel-site-backup.service'), 'utf8');
  return /backup\.ts (\S+)/.exec(unit)?.[1] ?? '';
}

function lastIn(folder: string): Date | undefined {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names
    .filter((name) => name.endsWith('.sqlite'))
    .map((name) => statSync(join(folder, name)).mtime)
    .toSorted((a, b) => b.getTime() - a.getTime())[0];
}

function isClockSynchronized(): boolean | undefined {
  try {
    const said = execFileSync('timedatectl', ['show', '--property=NTPSynchronized', '--value'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return said.trim() === 'yes';
  } catch {
    return undefined;
  }
}

function answersIn(dataDir: string): AnswerBook {
  const file = join(dataDir, 'claims.json');
  return {
    read: () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}),
    write: (answers) => {
      mkdirSync(dataDir, { recursive: true });
      writeFileSync(file, `${JSON.stringify(answers, null, 2)}\n`, { mode: 0o600 });
    },
  };
}

/** Undefined if the input ends before a line does, as it does without a terminal. */
async function typed(question: string): Promise<string | undefined> {
  process.stdout.write(question);
  const { value, done } = await lines.next();
  return done ? undefined : value;
}
