import { randomInt } from 'node:crypto';
import { simulate } from '../../simulation/simulate.ts';
import { campaign } from '../campaign.ts';

/** Days of faults on one clock: see lab/simulation. `npm run simulation` replays a seed. */
export const simulation = campaign({
  shows: 'through a year of faults every promise holds',
  // The same seed each time, so that a proof does not depend on luck.
  short: { seed: 21, days: 7 },
  long: { seed: randomInt(2 ** 32), days: 365 },
  run: simulate,
});
