import { once } from 'node:events';
import { join } from 'node:path';
import { createHealthReader } from '../../server/alerts/health.ts';
import { createApp } from '../../server/app.ts';
import { createChannels } from '../../server/channels.ts';
import { systemClock } from '../../server/clock.ts';
import { createActionEffects } from '../../server/dispatch/action-effects.ts';
import { createRateLimiter } from '../../server/http/rate-limits/rate-limiter.ts';
import { createHttpServer, getServerUrl } from '../../server/http/server.ts';
import { loadSite } from '../../server/http/static-site/load-site.ts';
import { createLiveSite } from '../../server/live-changes/live-site.ts';
import { createLog } from '../../server/log/log.ts';
import { readPaging } from '../../server/paging/recipients.ts';
import { startOutbox } from '../../server/queue/outbox.ts';
import { readSettings } from '../../server/settings/settings.ts';
import { openPostgresStore } from '../../server/store/postgres/postgres-store.ts';
import type { RequestStore } from '../../server/store/request-store.ts';
import { openDatabase } from '../../server/store/sqlite/database.ts';
import type { createFakeClock } from './fake-clock.ts';
import { createInProcessStore } from './in-process-store.ts';
import { createMemoryFolder } from './memory-folder.ts';
import { postingTo, startLog } from './start-server.ts';
import { createTinySite } from './tiny-site.ts';

interface InProcessOptions {
  /** The default is the system's clock. */
  clock?: ReturnType<typeof createFakeClock>;
  /** The default is the database in DATABASE_URL, or SQLite in `dataDir`. */
  store?: RequestStore;
  /** The default is a new folder. */
  dataDir?: string;
  /** A folder with `build/site`. The default is a tiny site that all tests of a worker share. */
  cwd?: string;
}

let sharedSite: string | undefined;
const shareTinySite = () => (sharedSite ??= createTinySite());

export type InProcessServer = Awaited<ReturnType<typeof startInProcess>>;

/** Starts the same server as server/main.ts in the test's process, on a free port. */
export async function startInProcess(
  env: Record<string, string> = {},
  { clock, store: given, dataDir = createMemoryFolder('data'), cwd = shareTinySite() }: InProcessOptions = {},
) {
  const time = clock ?? systemClock;
  const settings = readSettings({ DATA_DIR: dataDir, LIMITS: 'off', ...env });
  const { add, ...lines } = startLog();
  const log = createLog(add);
  const paging = readPaging(settings);
  const { transport, email, channels } = createChannels(settings, paging, log);
  const stopping = new AbortController();
  const store = given ?? openStore();
  const outbox = startOutbox({ store, channels, clock: time, log, random: () => 0.5 });
  const app = createApp({
    settings,
    liveSite: createLiveSite({
      site: loadSite(join(cwd, 'build/site'), settings.siteUrl),
      store,
      clock: time,
      log,
      stopping: stopping.signal,
    }),
    postLimiter: settings.limits ? createRateLimiter(time) : undefined,
    store,
    readHealth: createHealthReader(store, time, stopping.signal),
    wakeOutbox: () => outbox.wake(),
    recipientNames: paging.recipients.map(({ name }) => name),
    effects: createActionEffects({
      settings,
      recipients: paging.recipients,
      transport,
      store,
      wakeOutbox: () => outbox.wake(),
      hasDataFolder: true,
      clock: time,
      log,
      stopping: stopping.signal,
    }),
    sendsEmail: email.canDeliver,
    clock: time,
    log,
    stopping: stopping.signal,
  });
  const server = createHttpServer({ fetch: app.fetch, siteUrl: settings.siteUrl, log });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = getServerUrl(server);
  return {
    ...lines,
    url,
    dataDir,
    store,
    /** The node:http server behind the URL. */
    server,
    post: postingTo(url),
    stop: async () => {
      stopping.abort();
      const stopped = outbox.stop(0);
      clock?.advance(60_000);
      await stopped;
      server.closeAllConnections();
      server.close();
      await store.close();
    },
  };

  function openStore(): RequestStore {
    const { database: remote, requireSync } = settings;
    if (remote) {
      return openPostgresStore({ server: remote, channels, requireSync, log });
    }
    const database = openDatabase(dataDir);
    return createInProcessStore(() => database, { clock: time, channels });
  }
}

type Command = (
  parameters: string[],
  readEnvironment: () => Record<string, string | undefined>,
) => number | Promise<number>;

/** Runs one of server/commands in this process, with only the given settings. */
export async function runCommand(command: Command, env: Record<string, string>, ...parameters: string[]) {
  const output: string[] = [];
  const errorOutput: string[] = [];
  const { log, error } = console;
  console.log = (line = '') => output.push(`${line}\n`);
  console.error = (line = '') => errorOutput.push(`${line}\n`);
  try {
    const code = await command(parameters, () => env);
    return { code, output: output.join(''), errorOutput: errorOutput.join('') };
  } finally {
    Object.assign(console, { log, error });
  }
}
