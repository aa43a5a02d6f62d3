import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { findProcesses, killAll } from '../../scripts/process-tree.mjs';
import { ensurePostgres } from '../../scripts/programs.mjs';
import { testTimeLimits } from '../../scripts/time-limits.mjs';
import { getMemoryParent } from './memory-folder.ts';

/**
 * PostgreSQL refuses to run as root, so it runs as the account "nobody". It keeps root's right to open other accounts'
 * files, because its programs and data may be in private folders. The last option makes access(2) respect that right.
 */
const asNobody = [
  ...['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'],
  ...['--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--securebits=+no_setuid_fixup'],
];

/** Composes the command that runs one of PostgreSQL's programs. */
function composeCommand(program: string, ...parameters: string[]): [string, string[]] {
  const words = [join(ensurePostgres(), program), ...parameters];
  const [first = '', ...others] = process.getuid?.() === 0 ? [...asNobody, ...words] : words;
  return [first, others];
}

const superuser = 'postgres';
const password = 'for tests: @/#';

/**
 * Linux uses higher ports for outgoing connections, which could otherwise occupy a port while its node is down. Each
 * process has a separate range of 100 ports, because another test run could also occupy one.
 */
const firstPort = 21_000 + 100 * (process.pid % 80);

export type PostgresNode = ReturnType<typeof openNode>;
export type SharedPostgres = ReturnType<typeof createClient>;

/** Settings in postgresql.conf. */
type Settings = Record<string, string | number>;

const nodes: PostgresNode[] = [];

process.once('exit', () => killAll(nodes.flatMap(({ pid }) => pid() ?? [])));

/**
 * Starts a new, empty PostgreSQL on 127.0.0.1. Its data is in memory unless another folder is given. It uses the first
 * available port, because PostgreSQL doesn't accept port 0.
 */
export async function startPostgres(
  settings: Settings = {},
  parent = getMemoryParent(),
): Promise<PostgresNode> {
  const folder = mkdtempSync(join(parent, 'postgres-'));
  const data = join(folder, 'data');
  const secret = join(folder, 'password');
  writeFileSync(secret, password);
  const login = ['-U', superuser, '--pwfile', secret, '--auth=scram-sha-256'];
  const options = ['--no-sync', '--encoding=UTF8', '--locale=C', '--wal-segsize=1'];
  execFileSync(...composeCommand('initdb', '-D', data, ...login, ...options), { stdio: 'pipe' });
  openNode(data, 0).configure({ ...always, ...settings });
  for (let port = firstPort; ; port += 1) {
    const node = openNode(data, port);
    try {
      await node.start();
      nodes.push(node);
      return node;
    } catch (error) {
      if (port === firstPort + 49) {
        throw error;
      }
    }
  }
}

/** Starts one PostgreSQL for all test files in a run. It doesn't sync, because no test kills it. */
export default async function startShared() {
  const node = await startPostgres({ fsync: 'off' });
  process.env.POSTGRES_PORT = `${node.port}`;
  return () => node.kill();
}

/** Returns the test run's shared PostgreSQL. */
export const connectToSharedPostgres = async () => createClient(Number(process.env.POSTGRES_PORT));

/** Returns functions that send queries to one of the tests' PostgreSQLs. */
function createClient(port: number) {
  return {
    port,

    /** Returns a connection URL, by default with the superuser's login. */
    url,
    query,

    /** Creates a database and a login that owns nothing else. Returns the database's URL. */
    async newDatabase(): Promise<string> {
      const login = `site_${randomUUID().replaceAll('-', '')}`;
      await query(`create role ${login} login password 'secret'`);
      await query(`create database ${login} owner ${login}`);
      return url(login, login, 'secret');
    },
  };

  function url(database = 'postgres', user = superuser, secret = password): string {
    return `postgres://${user}:${encodeURIComponent(secret)}@127.0.0.1:${port}/${database}`;
  }

  /** Runs one query over a new connection, by default as superuser. */
  async function query(sql: string, values: unknown[] = [], at = url()): Promise<Record<string, unknown>[]> {
    const client = new Client({ connectionString: at, connectionTimeoutMillis: testTimeLimits.awaited });
    client.on('error', () => {
      // The node was killed during the query, which reports the error.
    });
    await client.connect();
    try {
      return (await client.query(sql, values)).rows ?? [];
    } finally {
      await client.end();
    }
  }
}

/** Manages one PostgreSQL: its data folder and, while it runs, its process. */
function openNode(data: string, port: number) {
  let running: ChildProcess | undefined;
  const signal = (name: NodeJS.Signals) => killAll(running?.pid ? [running.pid] : [], name);

  return {
    ...createClient(port),
    data,
    pid: () => running?.pid,

    /** Appends settings, which override earlier ones. They take effect at the next start or reload. */
    configure(settings: Settings): void {
      const lines = Object.entries(settings).map(([setting, value]) => `${setting} = '${value}'\n`);
      appendFileSync(join(data, 'postgresql.conf'), lines.join(''));
    },

    /** Starts PostgreSQL. Resolves when it accepts queries. */
    async start(): Promise<void> {
      const child = spawn(...composeCommand('postgres', '-D', data, '-p', `${port}`), { stdio: 'ignore' });
      running = child;
      child.once('exit', () => {
        if (running === child) {
          running = undefined;
        }
      });
      await waitUntilReady(child);
    },

    /** Stops PostgreSQL with SIGINT, its fast shutdown. */
    async stop(): Promise<void> {
      running?.kill('SIGINT');
      if (running) {
        await once(running, 'exit');
      }
    },

    /** Kills all of its processes at once, like a power failure. */
    async kill(): Promise<void> {
      if (!running?.pid) {
        return;
      }
      const all = findProcesses([running.pid]).map(({ pid }) => pid);
      const exited = once(running, 'exit');
      signal('SIGKILL');
      await exited;
      while (findProcesses(all).length > 0) {
        await pause(5);
      }
    },

    /** Freezes all of its processes. Nothing responds, and no connection closes. */
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    reload: () => running?.kill('SIGHUP'),
  };

  /** Waits until the node's own file says that it is ready, because another PostgreSQL may answer on the port. */
  async function waitUntilReady(child: ChildProcess): Promise<void> {
    const file = join(data, 'postmaster.pid');
    for (;;) {
      const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
      if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') {
        return;
      }
      if (running !== child) {
        throw new Error(`PostgreSQL did not start on port ${port}: see ${data}/log.`);
      }
      await pause(20);
    }
  }
}

/** Added to initdb's settings. The values are small, to save memory. */
const always = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '32MB',
  min_wal_size: '8MB',
  max_wal_size: '64MB',
  logging_collector: 'on',
  log_filename: 'postgresql.log',
};

let lastPort = firstPort + 50;

/** Returns a free port from this process's range, for a program that doesn't accept port 0. */
export async function findFreePort(): Promise<number> {
  lastPort += 1;
  const server = createServer().listen(lastPort, '127.0.0.1');
  const listens = once(server, 'listening');
  if (!(await listens.catch(() => undefined))) {
    return findFreePort();
  }
  server.close();
  await once(server, 'close');
  return lastPort;
}
