/**
 * npm run faults:proof [-- NAME …]: breaks each promise in a copy of the server, and shows that its campaign
 * fails. Writes how it failed into lab/faults/proof. Exits 1 if one still passes.
 */
import { type Figures, hashOfServer, writeRecord } from '../records.ts';
import { Failed, NotRun } from './campaign.ts';
import { campaigns } from './campaigns.ts';
import { changesFor, type MutationName, proven, withMutation } from './mutations.ts';

const words = process.argv.slice(2);
const names = words.length > 0 ? words : proven;
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
  const campaign = campaigns[name];
  if (campaign === undefined) {
    throw new Error(`There is no campaign "${name}".`);
  }
  try {
    await withMutation(mutation, (project) => campaign.run({ length: 'short', project }));
  } catch (error) {
    if (error instanceof Failed) {
      return error.message;
    } else if (!(error instanceof NotRun)) {
      throw error;
    }
    console.log(`   not run: ${error.message}`);
  }
  return undefined;
}
