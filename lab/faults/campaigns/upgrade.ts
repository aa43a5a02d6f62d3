import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { startPostgres } from '../../../tests/support/postgres.ts';
import { openUpgradeSite, type UpgradeSite } from '../../../tests/support/upgrade-site.ts';
import { type Campaign, type Conditions, type Figures, must } from '../campaign.ts';
import { mountSmallDisk } from '../small-disk.ts';

/** What happens at a step: see disturb-upgrade.ts. `fail` is a failing start, or any other step that fails. */
const kinds = ['kill', 'hang up', 'fail', 'full disk', 'file in the way'];
const disturb = `--import=${join(import.meta.dirname, '../disturb-upgrade.ts')}`;

/** Bytes: for the versions, the requests and the upgrade's reserve. */
const diskSize = 256 * 2 ** 20;

/** Milliseconds that a server may take to answer after an upgrade was killed. */
const startTime = 15_000;

interface Counts {
  steps: number;
  'stopped until the next run': number;
  'stopped for good': number;
  acknowledged: number;
  lost: number;
}

export const upgrade: Campaign = {
  shows:
    'an upgrade disturbed at any step leaves a site that answers, or the next run does, with every request',
  minutes: 90,
  async run(conditions) {
    const figures: Figures = {};
    for (const engine of ['SQLite', 'PostgreSQL']) {
      const counts = await disturbEverywhere(conditions, engine);
      for (const [name, count] of Object.entries(counts)) {
        figures[`${engine}: ${name}`] = count;
      }
      must(counts['stopped for good'] === 0 && counts.lost === 0, JSON.stringify(counts));
    }
    return figures;
  },
};

async function disturbEverywhere({ length, project }: Conditions, engine: string): Promise<Counts> {
  const disk = mountSmallDisk(diskSize);
  const postgres = engine === 'PostgreSQL' ? await startPostgres() : undefined;
  const database = await postgres?.newDatabase();
  const site = await openUpgradeSite(database ? { DATABASE_URL: database } : {}, disk.folder, project);
  const load = site.load();
  const counts = {
    steps: 0,
    'stopped until the next run': 0,
    'stopped for good': 0,
    acknowledged: 0,
    lost: 0,
  };
  try {
    must((await untilItRuns(site)) !== undefined, 'the site does not start');
    for (const isUnhealthy of [false, true]) {
      for (const kind of kinds) {
        const every = length === 'short' ? 5 : 1;
        for (let step = 1; await disturbAt(step); step += every);

        async function disturbAt(step: number): Promise<boolean> {
          counts.steps += 1;
          const name = `${kind} at ${step}`;
          // With PostgreSQL the old version cannot use changed tables: an unhealthy version changes none.
          const migrates = !(isUnhealthy && database);
          site.publish({
            name,
            isUnhealthy,
            migrates,
            files: { 'server/added.ts': `export const of = '${name}';` },
          });
          const [stepsFile, ballast] = ['steps', 'ballast'].map((file) => join(site.folder, file)) as [
            string,
            string,
          ];
          await site.upgrade(['--migrate'], {
            NODE_OPTIONS: disturb,
            DISTURBANCE: name.replace(' at ', '@'),
            STEPS_FILE: stepsFile,
            BALLAST: ballast,
          });
          rmSync(ballast, { force: true });
          if ((await untilItRuns(site)) === undefined) {
            counts['stopped until the next run'] += 1;
            await site.upgrade(['--migrate']);
            if ((await untilItRuns(site)) === undefined) {
              counts['stopped for good'] += 1;
              console.log(`stopped for good: ${name}, ${isUnhealthy ? 'unhealthy' : 'healthy'}`);
              await site.repair();
            }
          }
          rmSync(join(site.live, 'server/added.ts'), { recursive: true, force: true });
          site.git('checkout', '--quiet', 'HEAD', '--', '.');
          const isOver = existsSync(stepsFile) && Number(readFileSync(stepsFile, 'utf8')) < step;
          rmSync(stepsFile, { force: true });
          return !isOver;
        }
      }
    }
    const acknowledged = await load.stop();
    const stored = await storedReferences(site, database);
    counts.acknowledged = acknowledged.length;
    counts.lost = acknowledged.filter((reference) => !stored.has(reference)).length;
    return counts;
  } finally {
    await load.stop();
    await site.close();
    postgres?.kill();
    disk.unmount();
  }
}

async function untilItRuns(site: UpgradeSite): Promise<string | undefined> {
  const end = performance.now() + startTime;
  for (;;) {
    const version = await site.running();
    if (version !== undefined || performance.now() > end) {
      return version;
    }
    await pause(200);
  }
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
