/** Runs one campaign in this process: node lab/faults/run-campaign.ts NAME short|long. See run.ts. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { hashOfServer, printFigures, writeRecord } from '../records.ts';
import { Failed, type Length, NotRun } from './campaign.ts';
import { type CampaignName, campaigns, namesFrom } from './campaigns.ts';

/** A campaign's result, by exit code. */
export const outcomes = ['passed', 'failed', 'not run'] as const;
export type CampaignResult = (typeof outcomes)[number];

if (import.meta.main) {
  const [word = '', length] = process.argv.slice(2);
  const [name] = namesFrom([word]) as [CampaignName];
  process.exit(outcomes.indexOf(await run(name, length as Length)));
}

/**
 * Runs a campaign of this project or of a copy. In a process of its own: one campaign computes for minutes,
 * another measures response times.
 */
export async function runCampaign(project: string, name: CampaignName, length: Length) {
  const child = spawn(process.execPath, [join(project, 'lab/faults/run-campaign.ts'), name, length], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  const outcome: CampaignResult = outcomes[code] ?? 'failed';
  return { outcome, printed };
}

async function run(name: CampaignName, length: Length): Promise<CampaignResult> {
  const startedAt = performance.now();
  const server = hashOfServer();
  const seconds = () => Math.round((performance.now() - startedAt) / 1_000);
  try {
    const figures = { ...(await campaigns[name].run(length)), seconds: seconds() };
    printFigures(figures);
    if (length === 'long') writeRecord('campaigns', name, server, figures);
    return 'passed';
  } catch (error) {
    if (error instanceof NotRun) {
      console.log(`   not run: ${error.message}`);
      return 'not run';
    }
    // fast-check wraps what failed, with the input that made it fail.
    const { cause } = Object(error) as { cause?: unknown };
    const failure = [error, cause].find((found) => found instanceof Failed);
    console.log(`   ${failure ? `FAILED after ${seconds()} s: ${failure.message}` : 'ENDED BY AN ERROR'}`);
    if (failure !== error) console.log(error);
    return 'failed';
  }
}
