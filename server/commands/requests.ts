import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { ListedRequest } from '../store/list-requests.ts';
import type { RequestStore } from '../store/request-store.ts';
import { emailChannel } from '../store/routes.ts';
import { openStoreBesideServer } from '../store/store.ts';
import { commandOf, runAsProgram, writeOutputFile } from './command.ts';
import { asCsv, lineOf, oneInFull } from './show-requests.ts';

const help = `npm run requests                            the latest requests that are unsent, and those that are not
npm run requests -- REFERENCE               one request in full, like 7KQ2MA
npm run requests -- --send-again REFERENCE… email them now, even if they were emailed before
npm run requests -- --done REFERENCE…       you have dealt with them: nothing more is sent
npm run requests -- --csv FILE              all requests as a table for a spreadsheet

Safe while the server runs.`;

/** Requests per transaction, so that no visitor's request waits for a long list. */
const atOnce = 200;

const options = {
  'send-again': { type: 'boolean' },
  done: { type: 'boolean' },
  csv: { type: 'string' },
} as const;

export const run = commandOf(help, async (args, settings) => {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const references = positionals.map((name) => name.toUpperCase());
  const routes = [{ name: emailChannel, recipients: settings.mailTo }];
  const store = await openStoreBesideServer(settings, routes, () => undefined);
  try {
    if (values.csv !== undefined) {
      return await exportTable(store, values.csv, settings.dataDir);
    } else if (values.done || values['send-again']) {
      return await decide(store, references, values.done ? 'done' : 'send again');
    } else if (references.length > 0) {
      const found = await Promise.all(references.map((reference) => store.find(reference)));
      return found
        .map((request, index) => (request ? oneInFull(request) : missing(references.slice(index, index + 1))))
        .join('\n\n');
    }
    const unsent = await store.list({ which: 'unsent', limit: 50 });
    const finished = await store.list({ which: 'finished', limit: 20 });
    return ['Unsent:', ...unsent.map(lineOf), '', 'Finished:', ...finished.map(lineOf), '', help].join('\n');
  } finally {
    await store.close();
  }
});

async function decide(
  store: RequestStore,
  references: readonly string[],
  decision: 'done' | 'send again',
): Promise<string> {
  const found = await store.decide(references, decision);
  const unknown = references.filter((reference) => !found.includes(reference));
  if (found.length === 0 || unknown.length > 0) {
    throw new Error(missing(unknown));
  }
  const what = decision === 'done' ? 'nothing more is sent' : 'emailed within seconds if the server runs';
  return `${found.join(', ')}: ${what}.`;
}

function missing(references: readonly string[]): string {
  return `There is no request ${references.join(', ')}. One is deleted some time after it was emailed.`;
}

async function exportTable(store: RequestStore, file: string, dataDir: string): Promise<string> {
  const table = asCsv(await listAll(store));
  await writeOutputFile(file, dataDir, (name) => writeFileSync(name, table, { mode: 0o600, flag: 'wx' }));
  return `${file} holds all requests, with what visitors wrote: delete it after use.`;
}

/** In an order that sending does not change: each request once. */
async function listAll(store: RequestStore): Promise<ListedRequest[]> {
  const found: ListedRequest[] = [];
  let page: ListedRequest[];
  do {
    const before = found.at(-1)?.requestId ?? Number.MAX_SAFE_INTEGER;
    page = await store.list({ which: 'all', limit: atOnce, before });
    found.push(...page);
  } while (page.length === atOnce);
  return found;
}

if (import.meta.main) await runAsProgram(run);
