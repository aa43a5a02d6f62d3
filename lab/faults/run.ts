/**
 * npm run faults [-- NAME …] [--short]
 *
 * Runs campaigns one after another and prints their figures. Exits with 1 if a campaign fails. --short is the form for
 * npm test and for the proofs.
 */
import makeTemporaryFolders from '../../tests/support/memory-folder.ts';
import { printFigures } from '../figures.ts';
import { BrokenPromiseError, CampaignSkippedError } from './campaign.ts';
import { type CampaignName, campaigns, parseCampaignNames } from './campaigns.ts';
import { enterPrivateMounts } from './small-disk.ts';

const args = process.argv.slice(2);
const isShort = args.includes('--short');
const names = parseCampaignNames(args.filter((arg) => arg !== '--short'));

if (names.some((name) => name === 'power-loss' || name === 'full-disk')) {
  enterPrivateMounts();
}
process.once('exit', makeTemporaryFolders());
process.once('SIGINT', () => process.exit(130));

const failed: CampaignName[] = [];
for (const name of names) {
  console.log(`\n── ${name}: ${campaigns[name].shows}`);
  if (!(await passes(name))) {
    failed.push(name);
  }
}
console.log(failed.length === 0 ? '' : `\nFailed: ${failed.join(', ')}.`);
process.exit(failed.length === 0 ? 0 : 1);

/** Runs a campaign. One that can't run on this machine counts as passed, and its message says what is missing. */
async function passes(name: CampaignName): Promise<boolean> {
  const startedAt = performance.now();
  const seconds = () => Math.round((performance.now() - startedAt) / 1_000);
  try {
    printFigures({ ...(await campaigns[name].run(isShort)), seconds: seconds() });
    return true;
  } catch (error) {
    if (error instanceof CampaignSkippedError) {
      console.log(`   not run: ${error.message}`);
      return true;
    }
    // fast-check wraps the failure in an error that shows the failing input.
    const failure = [error, Object(error).cause].find((found) => found instanceof BrokenPromiseError);
    console.log(`   ${failure ? `FAILED after ${seconds()} s: ${failure.message}` : 'ENDED BY AN ERROR'}`);
    if (failure !== error) {
      console.log(error);
    }
    return false;
  }
}
