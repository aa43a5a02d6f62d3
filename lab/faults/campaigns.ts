import type { Campaign } from './campaign.ts';
import { alerts } from './campaigns/alerts.ts';
import { clockJumps } from './campaigns/clock-jumps.ts';
import { delivery } from './campaigns/delivery.ts';
import { failingFsync } from './campaigns/failing-fsync.ts';
import { failover } from './campaigns/failover.ts';
import { fullDisk } from './campaigns/full-disk.ts';
import { hangingDisk } from './campaigns/hanging-disk.ts';
import { hostileClients } from './campaigns/hostile-clients.ts';
import { hostileInput } from './campaigns/hostile-input.ts';
import { hostileWire } from './campaigns/hostile-wire.ts';
import { kill } from './campaigns/kill.ts';
import { mailFaults } from './campaigns/mail-faults.ts';
import { mailOutage } from './campaigns/mail-outage.ts';
import { oneKey } from './campaigns/one-key.ts';
import { powerLoss } from './campaigns/power-loss.ts';
import { slowClients } from './campaigns/slow-clients.ts';
import { supabase } from './campaigns/supabase.ts';
import { terminate } from './campaigns/terminate.ts';

/** All campaigns by name: `npm run faults -- NAME`. */
export const campaigns = {
  'one-key': oneKey,
  kill,
  'power-loss': powerLoss,
  'full-disk': fullDisk,
  'failing-fsync': failingFsync,
  'hanging-disk': hangingDisk,
  'mail-outage': mailOutage,
  delivery,
  'mail-faults': mailFaults,
  terminate,
  'clock-jumps': clockJumps,
  'hostile-input': hostileInput,
  'hostile-wire': hostileWire,
  'slow-clients': slowClients,
  'hostile-clients': hostileClients,
  alerts,
  failover,
  supabase,
} satisfies Record<string, Campaign>;

export type CampaignName = keyof typeof campaigns;

export const campaignNames = Object.keys(campaigns) as CampaignName[];

/** The campaigns that the words name. Ends the process if there is no such name. */
export function namesFrom(words: readonly string[]): CampaignName[] {
  return words.map((word) => {
    const found = campaignNames.find((name) => name === word);
    if (found === undefined) {
      console.error(`There is no campaign "${word}". There are: ${campaignNames.join(', ')}.`);
      process.exit(1);
    }
    return found;
  });
}
