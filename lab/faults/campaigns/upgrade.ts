import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { startPostgres } from '../../../tests/support/postgres.ts';
import { openUpgradeSite, type UpgradeSite } from '../../../tests/support/upgrade-site.ts';
import { type Campaign, type Figures, type Length, must } from '../campaign.ts';
import { mountSmallDisk } from '../small-disk.ts';

/** What happens at a step: see disturb-upgrade.ts. `fail` is a failing start, or any other step that fails. */
type Kind = 'power cut' | 'kill' | 'hang up' | 'fail' | 'full disk' | 'file in the way';

const disturb = `--import=${join(import.meta.dirname, '../disturb-upgrade.ts')}`;

/** Bytes: for the versions, the requests and the upgrade's reserve. */
const diskSize = 256 * 2 ** 20;

/** Milliseconds that a server may take to answer after an upgrade was killed. */
const startTime = 60_000;

/** Seconds that an upgrade waits for a version that never becomes healthy. */
const timeout = '5';

/** npm run --silent NAME [-- PARAMETER …], in a tenth of npm's own time. */
const quickNpm = `#!/bin/sh
name=$3; shift 3; [ "$1" != -- ] || shift
script=$(perl -ne 'print $1 if /"'"$name"'":"([^"]*)"/' package.json)
exec sh -c "$script \\"\\$@\\"" npm "$@"
`;

/** Each has a site and a disk of its own. */
interface Arm {
  kind: Kind;
  engine: string;
  isUnhealthy: boolean;
}

const engines = ['SQLite', 'PostgreSQL'];

/** One campaign for each kind, so that an interrupted run continues. */
export const upgrades = {
  'upgrade-power-cut': upgradeWith('power cut'),
  'upgrade-kill': upgradeWith('kill'),
  'upgrade-hang-up': upgradeWith('hang up'),
  'upgrade-fail': upgradeWith('fail'),
  'upgrade-full-disk': upgradeWith('full disk'),
  'upgrade-file-in-the-way': upgradeWith('file in the way'),
};

function upgradeWith(kind: Kind): Campaign {
  return {
    shows: `an upgrade disturbed at any step of its switch (${kind}) leaves a site that answers, or the next run does; no request is lost`,
    minutes: 8,
    run: (length) => disturbUpgrades(length, kind),
  };
}

async function disturbUpgrades(length: Length, kind: Kind): Promise<Figures> {
  const arms = engines.flatMap((engine) =>
    [false, true].map((isUnhealthy): Arm => ({ kind, engine, isUnhealthy })),
  );
  const postgres = await startPostgres();
  const figures: Record<string, number> = {};
  try {
    // First, because opening a site blocks this process.
    const databases = await Promise.all(arms.map(() => postgres.newDatabase()));
    await Promise.all(
      arms.map(async (arm, index) => {
        const database = arm.engine === 'PostgreSQL' ? databases[index] : undefined;
        const counts = await disturbEverywhere(length, arm, database);
        for (const [name, count] of Object.entries(counts)) {
          figures[name] = (figures[name] ?? 0) + count;
        }
      }),
    );
  } finally {
    postgres.kill();
  }
  must(figures['stopped for good'] === 0 && figures.lost === 0, JSON.stringify(figures));
  return figures;
}

async function disturbEverywhere(length: Length, { kind, isUnhealthy }: Arm, database: string | undefined) {
  const disk = mountSmallDisk(diskSize);
  const site = await openUpgradeSite(database ? { DATABASE_URL: database } : {}, disk.folder);
  writeFileSync(join(site.folder, 'tools/npm'), quickNpm, { mode: 0o755 });
  const load = site.load();
  const counts = { disturbed: 0, 'stopped until the next run': 0, 'stopped for good': 0, 'added by hand': 0 };
  const every = length === 'short' ? 5 : 1;
  try {
    must(await runs(site), 'the site does not start');
    for (let step = 1, isOver = false; !isOver; step += every) {
      isOver = await disturbAt(step);
    }
    const acknowledged = await load.stop();
    const stored = await storedReferences(site, database);
    const lost = acknowledged.filter((reference) => !stored.has(reference)).length;
    return { ...counts, acknowledged: acknowledged.length, lost };
  } catch (error) {
    // What follows may fail too.
    console.log(error);
    throw error;
  } finally {
    await load.stop();
    await site.close();
    disk.unmount();
  }

  /** Returns whether it ended before that step. */
  async function disturbAt(step: number, tries = 1): Promise<boolean> {
    const name = `${kind} at ${step}`;
    // With PostgreSQL the old version cannot use changed tables: an unhealthy version changes none.
    const migrates = !(isUnhealthy && database);
    const parameters = [...(isUnhealthy ? ['--timeout', timeout] : []), ...(database ? ['--migrate'] : [])];
    const [stepsFile, ballast] = [join(site.folder, 'steps'), join(site.folder, 'ballast')];
    const added = `server/added-${randomUUID()}.ts`;
    site.publish({ name, isUnhealthy, migrates, files: { [added]: 'export {};' } });
    // What is to survive a power cut is what the upgrade itself did.
    execFileSync('sync', ['--file-system', disk.folder]);
    let { said } = await site.upgrade(parameters, {
      NODE_OPTIONS: disturb,
      DISTURBANCE: `${kind}@${step}`,
      STEPS_FILE: stepsFile,
      BALLAST: ballast,
      OBSTACLE: join(site.live, added),
    });
    rmSync(ballast, { force: true });
    const steps = existsSync(stepsFile) ? Number(readFileSync(stepsFile, 'utf8')) : Number.POSITIVE_INFINITY;
    rmSync(stepsFile, { force: true });
    if (kind === 'power cut' && steps >= step) {
      await site.crash();
      await disk.cutPower();
      site.start();
    }
    const isStopped = !(await runs(site));
    counts['stopped until the next run'] += isStopped ? 1 : 0;
    if (isStopped || existsSync(join(site.live, '.upgrade'))) {
      said += (await site.upgrade(parameters)).said;
      if (!(await runs(site))) {
        counts['stopped for good'] += 1;
        console.log(`   Stopped for good: ${name}${isUnhealthy ? ', by an unhealthy version' : ''}`);
        await site.repair();
      }
    }
    // As the upgrade tells the owner to.
    for (const [, file = ''] of said.matchAll(/npm run upgrade -- --add (\S+)/g)) {
      const added = await site.upgrade(['--add', file]);
      must(added.status === 0, `${name}: ${added.said}`);
      counts['added by hand'] += 1;
    }
    // A new version's file is kept for the owner each time: here they would fill the disk.
    for (const newer of globSync(join(site.data, '*.after-upgrade-*'))) {
      rmSync(newer);
    }
    rmSync(join(site.live, added), { recursive: true, force: true });
    site.git('checkout', '--quiet', 'HEAD', '--', '.');
    counts.disturbed += steps >= step ? 1 : 0;
    if (steps > 0) {
      return steps < step;
    }
    // On a busy machine the rehearsal may fail, before the first step.
    must(tries < 10, `${name}: ${said}`);
    return disturbAt(step, tries + 1);
  }
}

async function runs(site: UpgradeSite): Promise<boolean> {
  const end = performance.now() + startTime;
  while (site.isStarted() && performance.now() < end) {
    if ((await site.running()) !== undefined) {
      return true;
    }
    await pause(200);
  }
  return false;
}

async function storedReferences(site: UpgradeSite, url: string | undefined): Promise<Set<unknown>> {
  const select = 'select reference from requests join outbox_messages on request_id = id';
  if (url === undefined) {
    const database = new DatabaseSync(join(site.data, 'requests.sqlite'), { timeout: 10_000 });
    const rows = database.prepare(select).all();
    database.close();
    return new Set(rows.map(({ reference }) => reference));
  }
  const client = new Client({ connectionString: url, options: '-c search_path=site_requests' });
  await client.connect();
  const { rows } = await client.query(select);
  await client.end();
  return new Set(rows.map(({ reference }) => reference));
}
