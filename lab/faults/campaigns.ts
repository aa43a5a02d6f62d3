import type { Campaign } from './campaign.ts';
import { failover } from './campaigns/failover.ts';
import { fullDisk } from './campaigns/full-disk.ts';
import { hostileInput } from './campaigns/hostile-input.ts';
import { kill } from './campaigns/kill.ts';
import { mailFaults } from './campaigns/mail-faults.ts';
import { powerLoss } from './campaigns/power-loss.ts';
import { simulation } from './campaigns/simulation.ts';

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

/** The campaigns named on the command line, or all. */
export function namesFrom(words: readonly string[]): CampaignName[] {
  return (words.length > 0 ? words : Object.keys(campaigns)) as CampaignName[];
}
