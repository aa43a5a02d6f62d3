/**
 * npm run faults:proof [-- NAME …]: breaks each promise in a copy of the server, and shows that its campaign
 * fails. Exits 1 if one still passes.
 */

import { Failed, NotRun } from './campaign.ts';
import { campaigns } from './campaigns.ts';
import { type MutationName, mutations, withMutation } from './mutations.ts';

const wanted = process.argv.slice(2);
let unseen = 0;

for (const [mutation, { campaigns: names }] of Object.entries(mutations)) {
  for (const name of names) {
    if (wanted.length === 0 || wanted.includes(name)) {
      console.log(`\n── ${name}, when ${mutation}`);
      console.log(`   ${await prove(mutation as MutationName, name)}`);
    }
  }
}
console.log(unseen === 0 ? '\nEvery mutation was seen.' : `\n${unseen} mutations were not seen.`);
process.exit(unseen === 0 ? 0 : 1);

async function prove(mutation: MutationName, name: string): Promise<string> {
  const campaign = campaigns[name];
  if (campaign === undefined) {
    throw new Error(`There is no campaign "${name}".`);
  }
  try {
    await withMutation(mutation, (project) => campaign.run({ length: 'short', project }));
    unseen += 1;
    return 'NOT SEEN: the campaign passes';
  } catch (error) {
    if (error instanceof Failed) {
      return `fails, as it must: ${error.message}`;
    } else if (error instanceof NotRun) {
      return `not run: ${error.message}`;
    }
    throw error;
  }
}
