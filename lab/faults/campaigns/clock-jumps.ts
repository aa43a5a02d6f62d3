import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { type Campaign, must } from '../campaign.ts';
import { openScene, type Scene } from '../harness.ts';
import { checkMails, checkStore } from '../reconcile.ts';

const hour = 60 * 60_000;
const year = 365.25 * 24 * hour;

/** The time of day, as milliseconds from the real one, step after step. */
const jumps = [hour, -hour, 0, 10 * year, 0, -10 * year, 0];

const sizes = {
  short: { rounds: 1, milliseconds: 700 },
  long: { rounds: 10, milliseconds: 2_000 },
};

/** Part of one core that a server without visitors may use. */
const mostIdleWork = 0.2;

/** The time of day jumps under load. Retention is longer than the jumps, so that the store can be compared. */
export const clockJumps: Campaign = {
  shows: 'a clock that jumps by an hour or ten years loses nothing and makes no busy loop',
  minutes: 5,
  async run(conditions) {
    const size = sizes[conditions.length];
    const scene = await openScene(conditions, { layer: 'counts' });
    let busiest = 0;
    try {
      await scene.start({ env: { RETENTION_DAYS: '3650' } });
      for (let round = 1; round <= size.rounds; round += 1) {
        for (const jump of jumps) {
          const load = scene.load({ clients: 8, pause: 100 });
          await pause(size.milliseconds / 2);
          scene.disk().shiftClock(jump);
          await pause(size.milliseconds / 2);
          await load.stop();
          await scene.delivered(120_000);
          busiest = Math.max(busiest, await idleWork(scene));
        }
      }
      must(busiest <= mostIdleWork, `an idle server used ${busiest.toFixed(2)} of a core`);
      const stored = checkStore(scene.books(), scene.dataDir());
      const mailed = checkMails(scene.books(), scene.sink.mails);
      must(mailed.repeats === 0, `${mailed.repeats} mails came twice`);
      return {
        jumps: size.rounds * jumps.length,
        ...stored,
        ...mailed,
        'busiest idle second, part of a core': busiest.toFixed(3),
      };
    } finally {
      await scene.close();
    }
  },
};

/** The part of a core that the server uses in a second in which nobody asks for anything. */
async function idleWork(scene: Scene): Promise<number> {
  const before = ticks(scene.server().pid);
  await pause(1_000);
  return (ticks(scene.server().pid) - before) / ticksPerSecond;
}

const ticksPerSecond = 100;

/** utime and stime of proc(5), after the name in brackets. */
function ticks(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}
