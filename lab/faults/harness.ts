import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { getMemoryParent } from '../../tests/support/memory-folder.ts';
import { startSmtpSink } from '../../tests/support/smtp-sink.ts';
import { type RunningServer, startServer } from '../../tests/support/start-server.ts';
import { createTinySite } from '../../tests/support/tiny-site.ts';
import { assert, waitFor } from './campaign.ts';
import { createKey, type Ledger, type Load, post, startLoad } from './load.ts';
import type { Cluster } from './postgres-cluster.ts';
import { checkAlarms, checkMails, checkStore, isDelivered, type Query } from './reconcile.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';

export type Harness = Awaited<ReturnType<typeof openHarness>>;

/** The data's location. A small disk needs root. */
type DataLocation = 'memory' | 'disk' | 'small disk' | Cluster;

/** Opens a harness for one use. Closes everything it opened, even if it fails halfway. */
export async function withHarness<Result>(
  location: DataLocation,
  use: (harness: Harness) => Promise<Result>,
): Promise<Result> {
  await using opened = new AsyncDisposableStack();
  return await use(await openHarness(location, opened));
}

/** Opens a campaign's environment: the owner's mail server and phone, the clients' ledger, and the servers. */
async function openHarness(location: DataLocation, opened: AsyncDisposableStack) {
  const folder = removeAtEnd(
    mkdtempSync(join(location === 'memory' ? getMemoryParent() : tmpdir(), 'faults-')),
  );
  const cwd = removeAtEnd(createTinySite());
  const cluster = typeof location === 'string' ? undefined : location;
  const smallDisk = location === 'small disk' ? mountSmallDisk() : undefined;
  opened.defer(() => smallDisk?.unmount());
  const dataDir = join(smallDisk?.folder ?? folder, 'data');
  mkdirSync(dataDir);
  const query: Query = cluster?.querySite ?? (async (sql) => queryFile(dataDir, sql));
  const sink = await startSmtpSink();
  opened.defer(() => sink.stop());
  /** The references in the alarms that the phone got. */
  const alarmed = new Set<string>();
  const phone = createServer(async (request, response) => {
    for (const [, reference = ''] of (await text(request)).matchAll(/Ref (\w{6})/g)) {
      alarmed.add(reference);
    }
    response.end('{"id":"x"}');
  });
  await once(phone.listen(0, '127.0.0.1'), 'listening');
  opened.defer(() => void phone.close());
  const env = {
    SMTP_URL: sink.url,
    PAGE_URL: `ntfy://token@127.0.0.1:${(phone.address() as AddressInfo).port}/owner`,
    PAGE_FOR: 'all',
    SITE_URL: 'https://site.example',
    ...cluster?.env,
  };
  const ledger: Ledger = new Map();
  const servers: (RunningServer | undefined)[] = [];
  opened.defer(async () => {
    await Promise.all(servers.map((server) => server?.stop('SIGKILL')));
  });
  const loads: Load[] = [];
  opened.defer(async () => {
    await Promise.all(loads.map((load) => load.stop()));
  });
  let turn = 0;

  return {
    sink,
    query,
    /** Returns the small disk. Throws if there is none. */
    disk: (): SmallDisk => {
      assert(smallDisk !== undefined, 'this harness has no small disk');
      return smallDisk;
    },
    async start(index = 0): Promise<RunningServer> {
      const server = await startServer({ cwd, dataDir, env });
      servers[index] = server;
      return server;
    },
    /** Stops a server with a signal while the clients continue. */
    async end(signal: NodeJS.Signals, index = 0): Promise<void> {
      const ending = servers[index];
      servers[index] = undefined;
      await ending?.stop(signal);
    },
    server: (index = 0): RunningServer => {
      const server = servers[index];
      assert(server !== undefined, `server ${index} is not running`);
      return server;
    },
    nextServerUrl,
    /** Posts one request without retries. */
    post: (key = createKey()) => post(nextServerUrl() ?? '', key, { ledger }),
    load(clients: number, pauseBetweenPosts?: number): Load {
      const load = startLoad(clients, ledger, nextServerUrl, pauseBetweenPosts);
      loads.push(load);
      return load;
    },
    /** Ends all leases, instead of waiting a minute. The servers with leases must be dead or frozen. */
    endLeases: () => query("update deliveries set lease_ends_at = 0 where state = 'sending'"),
    /** Waits until no email is pending. */
    waitForDelivery: () => waitFor(() => isDelivered(query), 20 * 60_000, 'emails are still unsent', 250),
    /** Compares the ledger with the store. */
    checkStore: checkContents,
    /** Compares the ledger with the store, mailbox, and phone. */
    check: async () => ({
      ...(await checkContents()),
      ...checkMails(ledger, sink.mails),
      ...(await checkAlarms(alarmed, query)),
    }),
  };

  async function checkContents() {
    if (!cluster) {
      const [result] = await query('pragma integrity_check');
      assert(result?.integrity_check === 'ok', `the database is damaged: ${result?.integrity_check}`);
    }
    return checkStore(ledger, query);
  }

  /** Returns the next server's URL, in turn. Undefined if that server is down. */
  function nextServerUrl(): string | undefined {
    turn += 1;
    return servers[turn % servers.length]?.url;
  }

  function removeAtEnd(path: string): string {
    opened.defer(() => rmSync(path, { recursive: true, force: true }));
    return path;
  }
}

function queryFile(dataDir: string, sql: string): Record<string, unknown>[] {
  const file = join(dataDir, 'requests.sqlite');
  assert(existsSync(file), 'the database is lost');
  using database = new DatabaseSync(file, { timeout: 60_000 });
  return database.prepare(sql).all();
}
