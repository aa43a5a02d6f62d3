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
    const figures = { ...(await campaigns[name]?.run(length)), seconds: seconds() };
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
