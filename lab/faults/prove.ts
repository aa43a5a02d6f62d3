/**
 * npm run faults:proof [-- NAME …]: breaks each promise in a copy of the server, and shows that its campaign
 * fails. Writes how it failed into lab/faults/proof. Exits 1 if one still passes, or if nothing breaks the
 * promise of a campaign.
 */
import { type Figures, hashOfServer, writeRecord } from '../records.ts';
import { type CampaignName, campaignNames, namesFrom } from './campaigns.ts';
import { withMutation } from './mutated-copy.ts';
import { changesFor, type MutationName } from './mutations.ts';
import { runCampaign } from './run-campaign.ts';

const words = process.argv.slice(2);
const names = words.length > 0 ? namesFrom(words) : campaignNames;
const undetected: string[] = [];

const unproved = campaignNames.filter((name) => changesFor(name).length === 0);
if (unproved.length > 0) {
  console.error(`No change in lab/faults/mutations.ts breaks the promise of ${unproved.join(', ')}.`);
  process.exit(1);
}

for (const name of names) {
  const tested = hashOfServer();
  const figures: Figures = {};
  for (const mutation of changesFor(name)) {
    console.log(`\n── ${name}, when ${mutation}`);
    const failure = await prove(mutation, name);
    if (failure === undefined) {
      undetected.push(`${name}, when ${mutation}`);
      console.log('   NOT DETECTED');
    } else {
      console.log(`   fails, as it must: ${failure}`);
      figures[mutation] = failure;
    }
  }
  if (Object.keys(figures).length === changesFor(name).length) {
    writeRecord('proof', name, tested, figures);
  }
}
console.log(
  undetected.length === 0 ? '\nEvery change was detected.' : `\nNot detected: ${undetected.join('; ')}.`,
);
process.exit(undetected.length === 0 ? 0 : 1);

/** How the campaign failed. Undefined if it passed or could not run. */
async function prove(mutation: MutationName, name: CampaignName): Promise<string | undefined> {
  return withMutation(mutation, async (project) => {
    const { outcome, printed } = await runCampaign(project, name, 'short');
    switch (outcome) {
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
