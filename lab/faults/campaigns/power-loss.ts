import { setTimeout as pause } from 'node:timers/promises';
import { type Campaign, type Conditions, Failed, must } from '../campaign.ts';
import { openScene } from '../harness.ts';
import { withMutation } from '../mutations.ts';
import { cutAfterEachStep } from '../power-cuts.ts';

const sizes = {
  short: { acknowledgements: 40, lives: 2, every: 7 },
  long: { acknowledgements: 600, lives: 12, every: 1 },
};

/** Few, so that there are many commits. */
const clients = 4;

/**
 * Records every write and fsync of a server under load, killed and restarted in between, together
 * with the moment of each acknowledgement. Then lets the power fail after each step of it.
 */
export const powerLoss: Campaign = {
  shows: 'a power cut at any moment loses nothing that was acknowledged; without fsyncs it would',
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
  const scene = await openScene(conditions, { layer: 'records' });
  try {
    for (let life = 1; life <= lives; life += 1) {
      await scene.start();
      const load = scene.load({ clients });
      while (load.counts.acknowledged < acknowledgements / lives) {
        await pause(5);
      }
      await scene.end('SIGKILL');
      await load.stop();
    }
    const found = cutAfterEachStep(scene.disk().recording, scene.books(), every);
    must(found['recorded answers'] >= acknowledgements, 'too few acknowledgements were recorded');
    return found;
  } finally {
    await scene.close();
  }
}

/** The sentence of a campaign that fails; nothing when it passes. */
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
