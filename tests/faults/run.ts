/**
 * npm run faults [-- NAME …] [--short]: runs the campaigns one after the other. Exits 1 when one of
 * them fails; one that cannot run here is counted as not run.
 */
import { type Campaign, Failed, type Figures, NotRun } from './campaign.ts';
import { campaigns } from './campaigns.ts';

const words = process.argv.slice(2);
const length = words.includes('--short') ? 'short' : 'long';
const wanted = words.filter((word) => !word.startsWith('--'));
const names = wanted.length > 0 ? wanted : Object.keys(campaigns);
const counts = { passed: 0, failed: 0, 'not run': 0 };

for (const name of names) {
  const campaign = campaigns[name];
  if (campaign === undefined) {
    console.error(`There is no campaign "${name}". There are: ${Object.keys(campaigns).join(', ')}.`);
    process.exit(1);
  }
  counts[await play(name, campaign)] += 1;
}
console.log(
  `\n${Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ')}`,
);
process.exit(counts.failed > 0 ? 1 : 0);

async function play(name: string, { shows, run }: Campaign): Promise<keyof typeof counts> {
  console.log(`\n── ${name}: ${shows}`);
  const began = performance.now();
  try {
    print({ ...(await run({ length, project: undefined })), seconds: secondsSince(began) });
    return 'passed';
  } catch (error) {
    if (error instanceof NotRun) {
      console.log(`   not run: ${error.message}`);
      return 'not run';
    }
    console.log(`   FAILED after ${secondsSince(began)} s:`, error instanceof Failed ? error.message : error);
    return 'failed';
  }
}

function print(figures: Figures): void {
  for (const [name, figure] of Object.entries(figures)) {
    console.log(`   ${name.padEnd(40)} ${figure}`);
  }
}

function secondsSince(began: number): number {
  return Math.round((performance.now() - began) / 1_000);
}
