/** npm run requests: lists requests and their status for the owner, even while the server runs. */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Settings } from '../settings.ts';
import type { ListedRequest, ListOptions } from '../store/list-requests.ts';
import type { RequestStore } from '../store/request-store.ts';
import { emailChannel } from '../store/routes.ts';
import { openStoreBesideServer } from '../store/store.ts';
import { StoreUnavailable } from '../store/store-unavailable.ts';
import { commandOf, runAsProgram } from './command.ts';
import { writeOutputFile } from './output-file.ts';
import { asCsv, oneInFull, overview } from './show-requests.ts';

const help = `npm run requests                            requests waiting, refused, or recently emailed
npm run requests -- REFERENCE               one request in full, like 7KQ2MA
npm run requests -- --send-again REFERENCE… email them now, even if they were emailed before
npm run requests -- --done REFERENCE…       you have dealt with them: nothing more is sent
npm run requests -- --csv FILE              all requests as a table for a spreadsheet; without FILE,
                                            on the screen

Safe while the server runs. Exits with 0 on success, with 1 on failure, with 2 when the command was
not understood.`;

/** How many finished requests the list shows. */
const lastFinished = 20;

/** Requests per transaction, so that no visitor's request waits for a long list. */
const atOnce = 200;

interface Wish {
  kind: 'csv' | 'done' | 'send-again' | 'show';
  names: string[];
}

export const run = commandOf({ help, understand, work: perform });

function understand(words: string[]): Wish {
  const isSet = { type: 'boolean', default: false } as const;
  const { values, positionals: names } = parseArgs({
    args: words,
    allowPositionals: true,
    options: { 'send-again': isSet, done: isSet, csv: isSet },
  });
  const kinds = (['csv', 'done', 'send-again'] as const).filter((kind) => values[kind]);
  const [kind = 'show'] = kinds;
  const isForMany = kind === 'done' || kind === 'send-again';
  if (kinds.length > 1 || (!isForMany && names.length > 1)) {
    throw new Error('One thing at a time, please.');
  } else if (isForMany && names.length === 0) {
    throw new Error('Which request? Add its reference, the six characters at the end of its email subject.');
  }
  return { kind, names: kind === 'csv' ? names : names.map((name) => name.toUpperCase()) };
}

async function perform({ kind, names }: Wish, settings: Settings): Promise<string> {
  const [name] = names;
  const routes = [{ name: emailChannel, recipients: settings.mailTo }];
  const store = await openStoreBesideServer(settings, routes, () => undefined);
  try {
    if (kind === 'csv') {
      return await exportTable(store, name, settings.dataDir);
    } else if (kind === 'done' || kind === 'send-again') {
      return await decide(store, names, kind, settings);
    } else if (name === undefined) {
      const unsent = await listAll(store, 'unsent');
      const finished = await store.list({ which: 'finished', limit: lastFinished });
      const ids = new Set(unsent.map(({ requestId }) => requestId));
      // One may have been emailed in between.
      return overview(
        unsent,
        finished.filter(({ requestId }) => !ids.has(requestId)),
      );
    }
    const request = await store.find(name);
    if (request === undefined) {
      throw new Error(unknown([name], settings));
    }
    return oneInFull(request);
  } catch (error) {
    throw error instanceof StoreUnavailable
      ? new Error(`The requests cannot be reached: ${error.message}.`, { cause: error })
      : error;
  } finally {
    await store.close();
  }
}

/** All in one order that sending does not change: each request once. */
async function exportTable(store: RequestStore, file: string | undefined, dataDir: string): Promise<string> {
  if (file === undefined) {
    return asCsv(await listAll(store, 'all'));
  }
  let count = 0;
  await writeOutputFile(file, dataDir, async (unfinished) => {
    const all = await listAll(store, 'all');
    count = all.length;
    writeFileSync(unfinished, asCsv(all), { mode: 0o600, flag: 'wx' });
  });
  return `${file} holds all ${count} requests, with what visitors wrote: delete it after use.`;
}

async function listAll(store: RequestStore, which: ListOptions['which']): Promise<ListedRequest[]> {
  const found: ListedRequest[] = [];
  for (;;) {
    const before = found.at(-1)?.requestId;
    const page = await store.list({ which, limit: atOnce, ...(before === undefined ? {} : { before }) });
    found.push(...page);
    if (page.length < atOnce) {
      return found;
    }
  }
}

async function decide(
  store: RequestStore,
  names: readonly string[],
  kind: 'done' | 'send-again',
  settings: Settings,
): Promise<string> {
  const found: string[] = [];
  for (let at = 0; at < names.length; at += atOnce) {
    const some = names.slice(at, at + atOnce);
    found.push(...(await store.decide(some, kind === 'done' ? 'done' : 'send again')));
  }
  const missing = names.filter((name) => !found.includes(name));
  if (missing.length > 0) {
    throw new Error(unknown(missing, settings));
  }
  const what = found.length === 1 ? found[0] : `${found.length} requests`;
  if (kind === 'done') {
    return `Done: ${what}. Nothing more is sent, and what visitors wrote is deleted after ${settings.retentionDays} days.`;
  }
  const noMail =
    'This command sees neither SMTP_URL nor MAIL_API_KEY: if the server has neither, it writes a file and emails nothing.';
  const said = `${what} will be emailed within seconds if the server is running and your mail service accepts it, marked as a possible duplicate if it was emailed before.`;
  return settings.smtpServer || settings.mailApi ? said : `${said} ${noMail}`;
}

function unknown(names: readonly string[], { retentionDays }: Settings): string {
  return `There is no request ${names.join(', ')}. A request is deleted ${retentionDays} days after it was emailed.`;
}

if (import.meta.main) {
  await runAsProgram(run);
}
