/** npm run requests: lists requests and their status for the owner, even while the server runs. */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readSettings, type Settings } from '../settings.ts';
import type { Decision, ListOptions, RequestStore, StoredRequest } from '../store/request-store.ts';
import { openStore } from '../store/store.ts';
import { environmentOfServer } from './environment.ts';
import { assertReplaceable, replaceFile } from './replace-file.ts';
import { asCsv, oneInFull, overview } from './show-requests.ts';

const help = `npm run requests                            requests waiting, refused, or recently emailed
npm run requests -- REFERENCE               one request in full, like 7KQ2MA
npm run requests -- REFERENCE --send-again  email it now, even if it was emailed before
npm run requests -- REFERENCE --done        you have dealt with it: it is no longer emailed
npm run requests -- --csv FILE              all requests as a table for a spreadsheet; without FILE,
                                            on the screen

Safe while the server runs. Exits with 0 on success, with 1 on failure, with 2 when the command was
not understood.`;

/** How many sent requests the list shows. */
const lastSent = 20;

/** Requests listed per transaction, so that no visitor's request waits for a long list. */
const atOnce = 200;

if (import.meta.main) {
  // Only this account may read what visitors wrote.
  process.umask(0o077);
  process.exitCode = await run(process.argv.slice(2));
}

/** Does what the parameters say, on the data of the server whose environment is read. Returns the exit code. */
export async function run(given: string[], readEnvironment = environmentOfServer): Promise<0 | 1 | 2> {
  let command: Command;
  try {
    command = commandOf(given);
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${help}`);
    return 2;
  }
  if (command.help) {
    console.log(help);
    return 0;
  }
  try {
    const settings = readSettings(readEnvironment());
    return command.csv ? await exportTable(command.name, settings) : await perform(command, settings);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}

interface Command {
  help: boolean;
  /** The request's reference, or with `csv` the file. */
  name: string | undefined;
  decision: Decision | undefined;
  csv: boolean;
}

/** Throws an explanation if the command is not one listed in the help. */
function commandOf(given: string[]): Command {
  const { values, positionals } = parseArgs({
    args: given,
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h', default: false },
      'send-again': { type: 'boolean', default: false },
      done: { type: 'boolean', default: false },
      csv: { type: 'boolean', default: false },
    },
  });
  const [name, ...others] = positionals;
  const { csv, done, 'send-again': sendAgain } = values;
  if (others.length > 0 || [csv, done, sendAgain].filter(Boolean).length > 1) {
    throw new Error('One thing at a time, please.');
  }
  if ((done || sendAgain) && name === undefined) {
    throw new Error('Which request? Add its reference, the six characters at the end of its email subject.');
  }
  return {
    help: values.help,
    name,
    decision: sendAgain ? 'send again' : done ? 'done' : undefined,
    csv,
  };
}

async function withStore<Result>(
  settings: Settings,
  work: (store: RequestStore) => Promise<Result>,
): Promise<Result> {
  const store = await openStore(settings, () => undefined, { besideServer: true });
  try {
    return await work(store);
  } catch (error) {
    throw new Error(`The requests cannot be reached: ${(error as Error).message}.`, { cause: error });
  } finally {
    await store.close();
  }
}

async function exportTable(file: string | undefined, settings: Settings): Promise<0> {
  const { dataDir } = settings;
  if (file !== undefined) {
    assertReplaceable(file, dataDir);
  }
  const all = await withStore(settings, async (store) => [
    ...(await listAll(store, 'unsent')),
    ...(await listAll(store, 'sent')),
  ]);
  if (file === undefined) {
    process.stdout.write(asCsv(all));
    return 0;
  }
  await replaceFile(file, dataDir, (unfinished) => writeFileSync(unfinished, asCsv(all), { mode: 0o600 }));
  return say(`${file} holds all ${all.length} requests, with what visitors wrote: delete it after use.`);
}

function perform({ name, decision }: Command, settings: Settings): Promise<0 | 1> {
  const reference = name?.toUpperCase();
  return withStore(settings, async (store) => {
    if (reference === undefined) {
      const sent = await store.list({ which: 'sent', limit: lastSent });
      console.log(overview(await listAll(store, 'unsent'), sent));
      return 0;
    } else if (decision === undefined) {
      const request = await store.find(reference);
      return request ? say(oneInFull(request)) : complain(unknown(reference, settings));
    } else {
      return decide(store, reference, decision, settings);
    }
  });
}

async function listAll(store: RequestStore, which: ListOptions['which']): Promise<StoredRequest[]> {
  const found: StoredRequest[] = [];
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
  reference: string,
  decision: Decision,
  settings: Settings,
): Promise<0 | 1> {
  const state = await store.decide(reference, decision);
  if (state === undefined) {
    return complain(unknown(reference, settings));
  } else if (state === 'sending') {
    return complain(`${reference} is being emailed right now. Nothing was changed; check again in a minute.`);
  } else if (decision === 'done') {
    return say(
      state === 'sent'
        ? `${reference} was already emailed or done. Nothing was changed.`
        : `${reference} is done: it is no longer emailed, and will be deleted after ${settings.retentionDays} days.`,
    );
  } else {
    const marked = state === 'sent' ? ', marked as a possible duplicate' : '';
    return say(
      settings.smtpServer || settings.mailApi
        ? `${reference} will be emailed within seconds if the server is running and your mail service accepts it${marked}.`
        : `${reference} will be sent again within seconds if the server is running${marked}. This command sees neither SMTP_URL nor MAIL_API_KEY: if the server has neither, it writes a file and emails nothing.`,
    );
  }
}

function unknown(reference: string, { retentionDays }: Settings): string {
  return `There is no request ${reference}. A request is deleted ${retentionDays} days after it was emailed.`;
}

function say(sentence: string): 0 {
  console.log(sentence);
  return 0;
}

function complain(sentence: string): 1 {
  console.error(sentence);
  return 1;
}
