/**
 * npm run simulation [-- --seed N] [--days N] [--waits]
 *
 * Simulates a year of faults, and exits with 1 if a promise is broken. The first line of output is the seed,
 * which replays the run.
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { printFigures } from '../figures.ts';
import { Violation } from './invariants.ts';
import { simulate } from './simulate.ts';
import { printWaits } from './waits.ts';

const { values } = parseArgs({
  options: { seed: { type: 'string' }, days: { type: 'string', default: '365' }, waits: { type: 'boolean' } },
});
if (values.waits) {
  // Print how long an emergency waits in floods, instead of simulating a year.
  await printWaits();
} else {
  await run();
}

async function run(): Promise<void> {
  const seed = Number(values.seed ?? randomInt(2 ** 32));
  console.log(`── simulation: seed ${seed}, ${values.days} days`);
  const startedAt = performance.now();
  try {
    const found = await simulate({ seed, days: Number(values.days) });
    printFigures({ ...found, seconds: Math.round((performance.now() - startedAt) / 1_000) });
  } catch (error) {
    console.log(error instanceof Violation ? `   FAILED: ${error.message}` : error);
    process.exitCode = 1;
  }
}
