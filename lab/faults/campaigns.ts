import { randomInt } from 'node:crypto';
import { simulate } from '../simulation/simulate.ts';
import type { Campaign } from './campaign.ts';
import { failover } from './campaigns/failover.ts';
import { fullDisk } from './campaigns/full-disk.ts';
import { hostileInput } from './campaigns/hostile-input.ts';
import { kill } from './campaigns/kill.ts';
import { mailFaults } from './campaigns/mail-faults.ts';
import { powerLoss } from './campaigns/power-loss.ts';

/** Simulates days of faults on one clock: see lab/simulation. `npm run simulation` replays a seed. */
const simulation: Campaign = {
  shows: 'every promise holds through a year of faults',
  // The short form always uses the same seed, so a proof doesn't depend on luck.
  run: (isShort) => simulate(isShort ? { seed: 21, days: 7 } : { seed: randomInt(2 ** 32), days: 365 }),
};

/** All campaigns by name: `npm run faults -- NAME`. */
export const campaigns = {
  kill,
  'power-loss': powerLoss,
  'full-disk': fullDisk,
  'mail-faults': mailFaults,
  'hostile-input': hostileInput,
  failover,
  simulation,
} satisfies Record<string, Campaign>;

export type CampaignName = keyof typeof campaigns;

/** Returns the campaigns named on the command line, or all. */
export function parseCampaignNames(words: readonly string[]): CampaignName[] {
  return (words.length > 0 ? words : Object.keys(campaigns)) as CampaignName[];
}
