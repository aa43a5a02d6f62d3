/**
 * npm run faults [-- NAME …] [--short] [--again]
 *
 * Runs the campaigns, two at a time. Each writes its figures into lab/faults/figures as it ends, and
 * campaigns that have passed with the current server are skipped, so an interrupted run continues. --again
 * reruns them. --short is the form for npm test and writes nothing. Exits 1 if a campaign fails.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { allRecords, hashOfServer } from '../records.ts';
import type { Campaign } from './campaign.ts';
import { campaigns } from './campaigns.ts';
import { type CampaignResult, outcomes } from './run-campaign.ts';

interface Named extends Campaign {
  name: string;
}

const words = process.argv.slice(2);
const unknown = words.find((word) => word.startsWith('--') && !['--short', '--again'].includes(word));
if (unknown) {
  console.log(`npm run faults [-- NAME …] [--short] [--again]\nNames: ${Object.keys(campaigns).join(', ')}.`);
  process.exit(unknown === '--help' ? 0 : 1);
}
const length = words.includes('--short') ? 'short' : 'long';
const wanted = words.filter((word) => !word.startsWith('--'));
const names = wanted.length > 0 ? wanted.flatMap(withVariants) : Object.keys(campaigns);
const records = allRecords('campaigns');
const server = hashOfServer();
const hasPassed = (name: string) => records[name]?.tested === server;
const done = names.filter((name) => length === 'long' && !words.includes('--again') && hasPassed(name));
const left = names.filter((name) => !done.includes(name)).map(campaignOf);
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
await Promise.all([playAll(together), playAll(together)]);
await playAll(alone);
console.log(
  `\n${Object.entries(counts)
    .map(([outcome, count]) => `${count} ${outcome}`)
    .join(', ')}`,
);
process.exit(counts.failed > 0 ? 1 : 0);

/** `upgrade` stands for upgrade-kill, upgrade-power-cut and so on. */
function withVariants(name: string): string[] {
  const variants = Object.keys(campaigns).filter((known) => known.startsWith(`${name}-`));
  return variants.length > 0 && !(name in campaigns) ? variants : [name];
}

function campaignOf(name: string): Named {
  const campaign = campaigns[name];
  if (campaign === undefined) {
    console.error(`There is no campaign "${name}". There are: ${Object.keys(campaigns).join(', ')}.`);
    process.exit(1);
  }
  return { name, ...campaign };
}

function minutesOf(some: readonly Named[]): number {
  return some.reduce((sum, { minutes }) => sum + minutes, 0);
}

async function playAll(queue: Named[]): Promise<void> {
  for (let next = queue.shift(); next; next = queue.shift()) {
    counts[await play(next)] += 1;
  }
}

/** In separate processes: one campaign computes for minutes, another measures response times. */
async function play({ name, shows }: Named): Promise<CampaignResult> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'run-campaign.ts'), name, length], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const printed = await text(child.stdout);
  console.log(`\n── ${name}: ${shows}\n${printed.trimEnd()}`);
  return outcomes[(await ended) ?? 1] ?? 'failed';
}
