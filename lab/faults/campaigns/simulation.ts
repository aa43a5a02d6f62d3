import { simulate } from '../../simulation/simulate.ts';
import { campaign } from '../campaign.ts';

export const simulation = campaign({
  shows: 'x',
  minutes: 10,
  short: { days: 4 },
  long: { days: 365 },
  run: ({ days }) => simulate({ seed: 21, days }),
});
