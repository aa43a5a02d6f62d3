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

export const campaignNames = Object.keys(campaigns) as CampaignName[];

/** The campaigns named on the command line, or all. Ends the process if there is no such campaign. */
export function namesFrom(words: readonly string[]): CampaignName[] {
  const unknown = words.find((word) => !(word in campaigns));
  if (unknown !== undefined) {
    console.error(`There is no campaign "${unknown}". There are: ${campaignNames.join(', ')}.`);
    process.exit(1);
  }
  return words.length > 0 ? (words as CampaignName[]) : campaignNames;
}
