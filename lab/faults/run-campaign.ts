/** Runs one campaign in this process: node lab/faults/run-campaign.ts NAME short|long. See run.ts. */
import { hashOfServer, printFigures, writeRecord } from '../records.ts';
import { Failed, type Length, NotRun } from './campaign.ts';
import { campaigns } from './campaigns.ts';

/** A campaign's result, by exit code. */
export const outcomes = ['passed', 'failed', 'not run'] as const;
export type CampaignResult = (typeof outcomes)[number];

if (import.meta.main) {
  const [name = '', length] = process.argv.slice(2);
  process.exit(outcomes.indexOf(await run(name, length as Length)));
}

async function run(name: string, length: Length): Promise<CampaignResult> {
  const startedAt = performance.now();
  const server = hashOfServer();
  const seconds = () => Math.round((performance.now() - startedAt) / 1_000);
  try {
    const figures = { ...(await campaigns[name]?.run({ length, project: undefined })), seconds: seconds() };
    printFigures(figures);
    if (length === 'long') writeRecord('campaigns', name, server, figures);
    return 'passed';
  } catch (error) {
    if (error instanceof NotRun) {
      console.log(`   not run: ${error.message}`);
      return 'not run';
    }
    console.log(`   FAILED after ${seconds()} s:`, error instanceof Failed ? error.message : error);
    return 'failed';
  }
}
