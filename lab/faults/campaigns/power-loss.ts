import { must, waitFor } from '../campaign.ts';
import { harnessCampaign } from '../harness.ts';
import { cutAfterEachStep } from '../power-cuts.ts';

/** Few clients, so that there are many commits. */
const clients = 4;

/**
 * Records every write, fsync and acknowledgement of a server under load, with kills and restarts. Then
 * simulates a power cut after each step.
 */
export const powerLoss = harnessCampaign({
  shows: 'a power cut at any moment loses nothing acknowledged',
  minutes: 4,
  short: { acknowledgements: 40, runs: 2, every: 7 },
  long: { acknowledgements: 600, runs: 12, every: 1 },
  harness: { layer: 'records' },
  async run({ acknowledgements, runs, every }, harness) {
    for (let run = 1; run <= runs; run += 1) {
      await harness.start();
      const load = harness.load({ clients });
      await waitFor(
        () => load.counts.acknowledged >= acknowledgements / runs,
        60_000,
        'the form hardly accepts requests',
        5,
      );
      await harness.end('SIGKILL');
      await load.stop();
    }
    const found = cutAfterEachStep(harness.disk().recording, harness.ledgerEntries(), every);
    must(found['recorded answers'] >= acknowledgements, 'too few acknowledgements were recorded');
    return found;
  },
});
