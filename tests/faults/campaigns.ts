import type { Campaign } from './campaign.ts';
import { clockJumps } from './campaigns/clock-jumps.ts';
import { failingFsync } from './campaigns/failing-fsync.ts';
import { fullDisk } from './campaigns/full-disk.ts';
import { hangingDisk } from './campaigns/hanging-disk.ts';
import { hostileInput } from './campaigns/hostile-input.ts';
import { hostileWire } from './campaigns/hostile-wire.ts';
import { kill } from './campaigns/kill.ts';
import { powerLoss } from './campaigns/power-loss.ts';
import { slowClients } from './campaigns/slow-clients.ts';
import { terminate } from './campaigns/terminate.ts';

/** Every campaign by its name: `npm run faults -- NAME`. */
export const campaigns: Record<string, Campaign> = {
  kill,
  'power-loss': powerLoss,
  'full-disk': fullDisk,
  'failing-fsync': failingFsync,
  'hanging-disk': hangingDisk,
  terminate,
  'clock-jumps': clockJumps,
  'hostile-input': hostileInput,
  'hostile-wire': hostileWire,
  'slow-clients': slowClients,
};
