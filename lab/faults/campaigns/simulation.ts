import { randomInt } from 'node:crypto';
import { Violation } from '../../simulation/promises.ts';
import { simulate } from '../../simulation/simulate.ts';
import { campaign, Failed } from '../campaign.ts';

/** Days of faults on one clock: see lab/simulation. `npm run simulation` replays a seed. */
export const simulation = campaign({
  shows: 'through a year of faults every promise holds',
  minutes: 10,
  // The same seed each time, so that a proof does not depend on luck.
  short: { seeds: [21], days: 7 },
  long: { seeds: [randomInt(2 ** 32)], days: 365 },
  async run({ seeds, days }) {
    try {
      const runs: object[] = [];
      for (const seed of seeds) {
        runs.push(await simulate({ seed, days }));
      }
      return Object.assign({}, ...runs);
    } catch (error) {
      throw error instanceof Violation ? new Failed(error.message) : error;
    }
  },
});
