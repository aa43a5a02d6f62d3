/**
 * npm run faults:proof [-- NAME …]: breaks each promise in a copy of the server, and shows that its campaign
 * fails. Writes how it failed into lab/faults/proof. Exits 1 if one still passes.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Figures, hashOfServer, writeRecord } from '../records.ts';
import { campaigns } from './campaigns.ts';
import { changesFor, type MutationName, withMutation } from './mutations.ts';
import { outcomes } from './run-campaign.ts';

const words = process.argv.slice(2);
const names = words.length > 0 ? words : Object.keys(campaigns);
const unseen: string[] = [];

for (const name of names) {
  const tested = hashOfServer();
  const figures: Figures = {};
  for (const mutation of changesFor(name)) {
    console.log(`\n── ${name}, when ${mutation}`);
    const failure = await prove(mutation, name);
    if (failure === undefined) {
      unseen.push(`${name}, when ${mutation}`);
      console.log('   NOT SEEN');
    } else {
      console.log(`   fails, as it must: ${failure}`);
      figures[mutation] = failure;
    }
  }
  if (Object.keys(figures).length === changesFor(name).length) {
    writeRecord('proof', name, tested, figures);
  }
}
console.log(unseen.length === 0 ? '\nEvery change was seen.' : `\nNot seen: ${unseen.join('; ')}.`);
process.exit(unseen.length === 0 ? 0 : 1);

/** How the campaign failed. Undefined if it passed or could not run. */
async function prove(mutation: MutationName, name: string): Promise<string | undefined> {
  return withMutation(mutation, async (project) => {
    const child = spawn(process.execPath, [join(project, 'lab/faults/run-campaign.ts'), name, 'short'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'close');
    const printed = await text(child.stdout);
    const [code] = await ended;
    switch (outcomes[code]) {
      case 'passed':
        return undefined;
      case 'not run':
        console.log(printed);
        return undefined;
      default: {
        const [, sentence] = /FAILED after \d+ s: (.+)/.exec(printed) ?? [];
        if (sentence === undefined) throw new Error(printed);
        return sentence;
      }
    }
  });
}
