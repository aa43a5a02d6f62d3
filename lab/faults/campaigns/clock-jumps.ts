import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { must } from '../campaign.ts';
import { type Harness, harnessCampaign } from '../harness.ts';
import { checkMails, checkStore } from '../reconcile.ts';

const hour = 60 * 60_000;
const year = 365.25 * 24 * hour;

/** Wall-clock offsets in milliseconds, step by step. */
const jumps = [hour, -hour, 0, 4 * year, 0, -4 * year, 0];

/** Maximum fraction of a core for an idle server. */
const mostIdleWork = 0.2;

/**
 * The wall clock jumps under load, while emails wait for their next attempt; then the server is restarted, which
 * reads their times by the new clock. Retention is longer than from the furthest back to the furthest ahead, so
 * that the store can be reconciled.
 */
export const clockJumps = harnessCampaign({
  shows:
    'a clock that jumps by hours or four years, with a restart after it, loses nothing and causes no busy loop',
  minutes: 12,
  short: { rounds: 1, milliseconds: 700 },
  long: { rounds: 10, milliseconds: 2_000 },
  harness: { layer: 'counts' },
  async run(size, harness) {
    const env = { RETENTION_DAYS: '3650' };
    let busiest = 0;
    await harness.start({ env });
    for (let round = 1; round <= size.rounds; round += 1) {
      for (const jump of jumps) {
        const load = harness.load({ clients: 8, pause: 100 });
        await pause(size.milliseconds / 2);
        harness.sink.behave('refuse for now');
        harness.disk().shiftClock(jump);
        await pause(size.milliseconds / 2);
        // An email that is accepted later would make the others due.
        await load.stop();
        await harness.end('SIGTERM');
        harness.sink.behave('accept');
        await harness.start({ env });
        await harness.delivered(120_000);
        busiest = Math.max(busiest, await idleWork(harness));
      }
    }
    must(busiest <= mostIdleWork, `an idle server used ${busiest.toFixed(2)} of a core`);
    const stored = checkStore(harness.ledgerEntries(), harness.dataDir());
    const mailed = checkMails(harness.ledgerEntries(), harness.sink.mails);
    must(mailed.repeats === 0, `${mailed.repeats} emails came twice`);
    return {
      jumps: size.rounds * jumps.length,
      ...stored,
      ...mailed,
      'busiest idle second, part of a core': busiest.toFixed(3),
    };
  },
});

/** The fraction of a core that the server uses in an idle second. */
async function idleWork(harness: Harness): Promise<number> {
  const before = ticks(harness.server().pid);
  await pause(1_000);
  return (ticks(harness.server().pid) - before) / ticksPerSecond;
}

const ticksPerSecond = 100;

/** utime and stime in proc(5), after the name in parentheses. */
function ticks(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}
