import { randomInt } from 'node:crypto';
import { simulate } from '../../simulation/simulate.ts';
import type { Campaign } from '../campaign.ts';

/** Days of faults on one clock: see lab/simulation. `npm run simulation` replays a seed. */
export const simulation: Campaign = {
  shows: 'through a year of faults every promise holds',
  // The short form has the same seed each time, so that a proof does not depend on luck.
  run: (isShort) => simulate(isShort ? { seed: 21, days: 7 } : { seed: randomInt(2 ** 32), days: 365 }),
};
