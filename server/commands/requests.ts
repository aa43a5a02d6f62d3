import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { ListedRequest } from '../store/list-requests.ts';
import type { RequestStore } from '../store/request-store.ts';
import { emailChannel } from '../store/routes.ts';
import { openStoreBesideServer } from '../store/store.ts';
import { commandOf, runAsProgram, writeNewFile } from './command.ts';
import { asCsv, byMonth, lineOf, oneInFull } from './show-requests.ts';

const help = `npm run requests                            the latest requests that are unsent, and those that are not
npm run requests -- REFERENCE               one request in full, like 7KQ2MA
npm run requests -- --send-again REFERENCE… email them now, even if they were emailed before
npm run requests -- --done REFERENCE…       you have dealt with them: nothing more is sent
npm run requests -- --csv FILE              all requests as a table for a spreadsheet
npm run requests -- --month                 how many came in each month, when, and how fast they were taken

Safe while the server runs.`;

const flag = { type: 'boolean' } as const;
const options = { 'send-again': flag, done: flag, month: flag, csv: { type: 'string' } } as const;

export const run = commandOf(help, async (args, { mailTo: recipients, dataDir, ...settings }) => {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const references = positionals.map((name) => name.toUpperCase());
  const [reference] = references;
  const routes = [{ name: emailChannel, recipients }];
  const store = await openStoreBesideServer({ dataDir, ...settings }, routes, () => undefined);
  try {
    if (values.csv !== undefined) {
      const table = asCsv(await listAll(store));
      await writeNewFile(values.csv, (name) => writeFileSync(name, table, { mode: 0o600, flag: 'wx' }));
      return `${values.csv} holds all requests, with what visitors wrote: delete it after use.`;
    } else if (values.month) {
      return byMonth(await listAll(store));
    } else if (values.done || values['send-again']) {
      const found = await store.decide(references, values.done ? 'done' : 'send again');
      const unknown = references.filter((name) => !found.includes(name));
      if (unknown.length > 0 || found.length === 0) throw new Error(missing(unknown));
      return `${found.join(', ')}: ${values.done ? 'nothing more is sent' : 'emailed within seconds if the server runs'}.`;
    } else if (reference !== undefined) {
      const request = await store.find(reference);
      if (request === undefined) throw new Error(missing(references));
      return oneInFull(request);
    }
    const unsent = await store.list({ which: 'unsent', limit: 50 });
    const finished = await store.list({ which: 'finished', limit: 20 });
    return ['Unsent:', ...unsent.map(lineOf), '', 'Finished:', ...finished.map(lineOf), '', help].join('\n');
  } finally {
    await store.close();
  }
});

function missing(references: readonly string[]): string {
  return `There is no request ${references.join(', ')}. One is deleted some time after it was emailed.`;
}

/** In an order that sending does not change, and in steps: no visitor's request waits for a long list. */
async function listAll(store: RequestStore): Promise<ListedRequest[]> {
  const limit = 200;
  const found: ListedRequest[] = [];
  let page: ListedRequest[];
  do {
    const before = found.at(-1)?.requestId ?? Number.MAX_SAFE_INTEGER;
    page = await store.list({ which: 'all', limit, before });
    found.push(...page);
  } while (page.length === limit);
  return found;
}

if (import.meta.main) await runAsProgram(run);
