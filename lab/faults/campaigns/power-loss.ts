import { setTimeout as pause } from 'node:timers/promises';
import { type Campaign, type Conditions, Failed, must } from '../campaign.ts';
import { openHarness } from '../harness.ts';
import { withMutation } from '../mutations.ts';
import { cutAfterEachStep } from '../power-cuts.ts';

const sizes = {
  short: { acknowledgements: 40, lives: 2, every: 7 },
  long: { acknowledgements: 600, lives: 12, every: 1 },
};

/** Few clients, so that there are many commits. */
const clients = 4;

/**
 * Records every write, fsync and acknowledgement of a server under load, with kills and restarts. Then
 * simulates a power cut after each step.
 */
export const powerLoss: Campaign = {
  shows: 'a power cut at any moment loses nothing acknowledged; without fsyncs it would',
  minutes: 4,
  async run(conditions) {
    const found = await cutEverywhere(conditions);
    const lost = await withMutation('no fsyncs', (project) =>
      whatFails(() => cutEverywhere({ project, length: 'short' })),
    );
    must(
      lost !== undefined,
      'the control with synchronous=off lost nothing: this campaign would see nothing',
    );
    return { ...found, 'control with synchronous=off': lost };
  },
};

async function cutEverywhere(conditions: Conditions) {
  const { acknowledgements, lives, every } = sizes[conditions.length];
  const harness = await openHarness(conditions, { layer: 'records' });
  try {
    for (let life = 1; life <= lives; life += 1) {
      await harness.start();
      const load = harness.load({ clients });
      while (load.counts.acknowledged < acknowledgements / lives) {
        await pause(5);
      }
      await harness.end('SIGKILL');
      await load.stop();
    }
    const found = cutAfterEachStep(harness.disk().recording, harness.ledgerEntries(), every);
    must(found['recorded answers'] >= acknowledgements, 'too few acknowledgements were recorded');
    return found;
  } finally {
    await harness.close();
  }
}

/** The message of a failed campaign; undefined if it passed. */
async function whatFails(run: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    if (error instanceof Failed) {
      return error.message;
    }
    throw error;
  }
}
