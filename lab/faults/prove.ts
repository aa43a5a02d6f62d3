/**
 * npm run faults:proof [-- NAME …]
 *
 * Puts each bug into a copy of the project, where the short form of its campaign must fail. Exits with 1 if a campaign
 * still passes or can't run.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CampaignBug, campaignBugs } from './bugs.ts';
import { type CampaignName, parseCampaignNames } from './campaigns.ts';

const root = join(import.meta.dirname, '../..');
const copied = ['server', 'content', 'contract', 'lab', 'postbuild', 'scripts', 'tests', 'package.json'];
const shared = ['node_modules', '.cache'];

const names = parseCampaignNames(process.argv.slice(2));
const undetected = campaignBugs
  .filter(({ campaign }) => names.includes(campaign))
  .filter((bug) => !detects(bug));
for (const { campaign, breaks } of undetected) {
  console.log(`\nNot detected: ${campaign}, when ${breaks}.`);
}
process.exit(undetected.length > 0 ? 1 : 0);

function detects({ campaign, breaks, change }: CampaignBug): boolean {
  console.log(`\n── ${campaign}, when ${breaks}`);
  const copy = mkdtempSync(join(tmpdir(), 'broken-'));
  try {
    for (const part of copied) {
      cpSync(join(root, part), join(copy, part), { recursive: true });
    }
    for (const part of shared) {
      symlinkSync(join(root, part), join(copy, part));
    }
    const [file, from, to] = change;
    const parts = readFileSync(join(copy, file), 'utf8').split(from);
    if (parts.length !== 2) {
      throw new Error(`${file} must contain "${from}" exactly once. Update that folder's bugs.ts.`);
    }
    writeFileSync(join(copy, file), parts.join(to));
    return fails(copy, campaign);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function fails(project: string, name: CampaignName): boolean {
  const parameters = [join(project, 'lab/faults/run.ts'), name, '--short'];
  const { stdout } = spawnSync(process.execPath, parameters, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [, failure] = /FAILED after \d+ s: (.+)/.exec(stdout) ?? [];
  console.log(failure ? `   fails as expected: ${failure}` : stdout);
  return failure !== undefined;
}
