/**
 * npm run faults [-- NAME …] [--short] [--again]
 *
 * Runs the campaigns, two at a time. Each writes its figures into lab/faults/figures as it ends, and
 * campaigns that have passed with the current server are skipped, so an interrupted run continues. --again
 * reruns them. --short is the form for npm test and writes nothing. Exits 1 if a campaign fails.
 */
import { join } from 'node:path';
import { allRecords, hashOfServer } from '../records.ts';
import type { Campaign } from './campaign.ts';
import { type CampaignName, campaignNames, campaigns, namesFrom } from './campaigns.ts';
import { type CampaignResult, runCampaign } from './run-campaign.ts';

interface Named extends Campaign {
  name: CampaignName;
}

const project = join(import.meta.dirname, '../..');
const words = process.argv.slice(2);
const unknown = words.find((word) => word.startsWith('--') && !['--short', '--again'].includes(word));
if (unknown) {
  console.log(`npm run faults [-- NAME …] [--short] [--again]\nNames: ${campaignNames.join(', ')}.`);
  process.exit(unknown === '--help' ? 0 : 1);
}
const length = words.includes('--short') ? 'short' : 'long';
const wanted = words.filter((word) => !word.startsWith('--'));
const names = wanted.length > 0 ? namesFrom(wanted) : campaignNames;
const records = allRecords('campaigns');
const server = hashOfServer();
const hasPassed = (name: string) => records[name]?.tested === server;
const done = names.filter((name) => length === 'long' && !words.includes('--again') && hasPassed(name));
const left = names
  .filter((name) => !done.includes(name))
  .map((name): Named => ({ name, ...campaigns[name] }));
const counts: Record<CampaignResult, number> = { passed: 0, failed: 0, 'not run': 0 };

if (done.length > 0) {
  console.log(`Already passed with this server: ${done.join(', ')}. --again reruns them.`);
}
const alone = left.filter((campaign) => campaign.alone);
const together = left.filter((campaign) => !campaign.alone);
if (length === 'long') {
  console.log(left.map(({ name, minutes }) => `${name.padEnd(16)} about ${minutes} min`).join('\n'));
  const wall = Math.ceil(minutesOf(together) / 2 + minutesOf(alone));
  console.log(`About ${wall} min in total on two idle cores: two at a time, except timed ones.`);
}
await Promise.all([runQueue(together), runQueue(together)]);
await runQueue(alone);
console.log(
  `\n${Object.entries(counts)
    .map(([outcome, count]) => `${count} ${outcome}`)
    .join(', ')}`,
);
process.exit(counts.failed > 0 ? 1 : 0);

function minutesOf(some: readonly Named[]): number {
  return some.reduce((sum, { minutes }) => sum + minutes, 0);
}

async function runQueue(queue: Named[]): Promise<void> {
  for (let next = queue.shift(); next; next = queue.shift()) {
    counts[await runOne(next)] += 1;
  }
}

async function runOne({ name, shows }: Named): Promise<CampaignResult> {
  const { outcome, printed } = await runCampaign(project, name, length);
  console.log(`\n── ${name}: ${shows}\n${printed.trimEnd()}`);
  return outcome;
}
