import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { killAll, processesOf } from '../../scripts/process-tree.mjs';
import { findPostgres } from '../../scripts/programs.mjs';
import { memory } from './memory-folder.ts';

/** PostgreSQL refuses to run as root: in that case it runs as user nobody, on copies that nobody can read. */
const isRoot = process.getuid?.() === 0;
const needsCopies = isRoot && !process.env.POSTGRES_BIN;
const nobody = 65_534;
const account = isRoot ? { uid: nobody, gid: nobody } : {};

export const superuser = 'postgres';
const password = 'for tests: @/#';

/**
 * Below the ports that Linux gives to outgoing connections, which could take one while its node is down. Each process
 * has a hundred of its own, because another run of the tests could take one as well.
 */
const firstPort = 21_000 + 100 * (process.pid % 80);

export type PostgresNode = ReturnType<typeof openNode>;
export type SharedPostgres = ReturnType<typeof clientOf>;

/** Lines of postgresql.conf. */
type Settings = Record<string, string | number>;

const nodes: PostgresNode[] = [];
const folders: string[] = [];

// In this order: a folder in use by PostgreSQL cannot be removed.
process.once('exit', () => {
  killAll(nodes.flatMap(({ pid }) => pid() ?? []));
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});

/** A folder that PostgreSQL can run in, with its programs; removed when the process ends. */
export function postgresFolder(parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, 'postgres-'));
  folders.push(folder);
  giveToPostgres(folder);
  if (needsCopies) {
    const programs = dirname(findPostgres());
    for (const part of ['bin', 'lib', 'share']) {
      cpSync(join(programs, part), join(folder, part), { recursive: true, verbatimSymlinks: true });
    }
  }
  return folder;
}

/** A copy of a file that PostgreSQL, and nobody else, may read, as it demands of a private key. */
export function copyForPostgres(file: string): string {
  const copy = join(postgresFolder(), basename(file));
  copyFileSync(file, copy);
  chmodSync(copy, 0o600);
  giveToPostgres(copy);
  return copy;
}

export function giveToPostgres(path: string): void {
  if (isRoot) chownSync(path, nobody, nobody);
}

/**
 * A new, empty PostgreSQL on 127.0.0.1, with its data in memory, on the first port that it can bind: it cannot be
 * given port 0.
 */
export async function startPostgres(
  settings: Settings = {},
  folder = postgresFolder(memory),
  name = 'data',
): Promise<PostgresNode> {
  openNode(folder, name, 0).create({ fsync: 'off', ...settings });
  for (let port = firstPort; ; port += 1) {
    const node = openNode(folder, name, port);
    try {
      await node.start();
      nodes.push(node);
      return node;
    } catch (error) {
      if (port === firstPort + 99) throw error;
    }
  }
}

/** Starts one PostgreSQL for all test files of a run. */
export default async function startShared() {
  const node = await startPostgres();
  process.env.POSTGRES_PORT = `${node.port}`;
  return () => node.kill();
}

/** The PostgreSQL of the whole test run. */
export async function sharedPostgres(): Promise<SharedPostgres> {
  return clientOf(Number(process.env.POSTGRES_PORT));
}

let databases = 0;

/** Sends queries to a PostgreSQL of the tests. */
function clientOf(port: number) {
  return {
    port,

    /** Its URL, with a superuser login unless another is given. */
    url,
    query,

    /** Creates a database with its own login, which owns nothing else. Returns its URL. */
    async newDatabase(): Promise<string> {
      databases += 1;
      const login = `site_${process.pid}_${databases}`;
      await query(`create role ${login} login password 'secret'`);
      await query(`create database ${login} owner ${login}`);
      return url(login, login, 'secret');
    },
  };

  function url(database = 'postgres', user = superuser, secret = password): string {
    return `postgres://${user}:${encodeURIComponent(secret)}@127.0.0.1:${port}/${database}`;
  }

  /** Runs one query over a new connection, as superuser unless another URL is given. */
  async function query(sql: string, values: unknown[] = [], at = url()): Promise<Record<string, unknown>[]> {
    const client = new Client({ connectionString: at, connectionTimeoutMillis: 5_000 });
    client.on('error', () => {
      // The node was killed during the query, which reports it.
    });
    await client.connect();
    try {
      return (await client.query(sql, values)).rows ?? [];
    } finally {
      await client.end();
    }
  }
}

/** One PostgreSQL: its data folder and, while it runs, its process. */
function openNode(folder: string, name: string, port: number) {
  const data = join(folder, name);
  const program = (of: string) => (needsCopies ? join(folder, 'bin', of) : join(findPostgres(), of));
  let running: ChildProcess | undefined;

  return {
    ...clientOf(port),
    name,
    data,
    pid: () => running?.pid,

    create(settings: Settings): void {
      const secret = join(folder, `${name}.password`);
      writeFileSync(secret, password);
      const options = ['-D', data, '-U', superuser, '--pwfile', secret, '--auth=scram-sha-256', '--no-sync'];
      const encoding = ['--encoding=UTF8', '--locale=C', '--wal-segsize=1'];
      execFileSync(program('initdb'), [...options, ...encoding], { ...account, stdio: 'pipe' });
      configure({ ...always, ...settings });
    },

    configure,

    /** Resolves when it accepts queries. */
    async start(): Promise<void> {
      const options = { ...account, stdio: 'ignore' } as const;
      const child = spawn(program('postgres'), ['-D', data, '-p', `${port}`], options);
      running = child;
      child.once('exit', () => {
        if (running === child) running = undefined;
      });
      await isReady(child);
    },

    /** SIGINT is PostgreSQL's fast shutdown. */
    async stop(): Promise<void> {
      running?.kill('SIGINT');
      if (running) await once(running, 'exit');
    },

    /** Kills all of it at once, like a power cut. */
    async kill(): Promise<void> {
      const exited = running && once(running, 'exit');
      const all = signalAll('SIGKILL');
      await exited;
      while (processesOf(all).length > 0) await pause(5);
    },

    /** Freezes all of its processes: nothing responds, and no connection closes. */
    freeze: () => void signalAll('SIGSTOP'),
    thaw: () => void signalAll('SIGCONT'),
    reload: () => running?.kill('SIGHUP'),
  };

  /** Appends to the settings; later entries win. Takes effect at the next start or reload. */
  function configure(settings: Settings): void {
    const lines = Object.entries(settings).map(([setting, value]) => `${setting} = '${value}'\n`);
    appendFileSync(join(data, 'postgresql.conf'), lines.join(''));
  }

  /** Its own file says so: another PostgreSQL may answer on the port. */
  async function isReady(child: ChildProcess): Promise<void> {
    const file = join(data, 'postmaster.pid');
    for (;;) {
      const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
      if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return;
      if (running !== child) throw new Error(`PostgreSQL did not start on port ${port}: see ${data}/log.`);
      await pause(20);
    }
  }

  /** Its backends are session leaders, so there is no process group. Stopped first, it starts no new ones. */
  function signalAll(signal: NodeJS.Signals): number[] {
    const first = running?.pid;
    if (first === undefined) return [];
    process.kill(first, 'SIGSTOP');
    const all = processesOf([first]).map(({ pid }) => pid);
    for (const pid of all) {
      try {
        process.kill(pid, signal);
      } catch {
        // It has ended.
      }
    }
    return all;
  }
}

/** In addition to initdb's settings. A small WAL: clones are copies of the folder. */
const always = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '32MB',
  min_wal_size: '8MB',
  max_wal_size: '64MB',
  logging_collector: 'on',
  log_filename: 'postgresql.log',
};

/** A port that nothing has at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
