import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { findPostgres } from '../../scripts/fetch-package.mjs';
import { memory } from './memory-folder.ts';
import { sharedChildren } from './shared-children.ts';

/** PostgreSQL refuses to run as root: in that case it runs as user nobody, on copies that nobody can read. */
const isRoot = process.getuid?.() === 0;
const needsCopies = isRoot && !process.env.POSTGRES_BIN;
export const nobody = 65_534;
const account = isRoot ? { uid: nobody, gid: nobody } : {};

export const superuser = 'postgres';
const password = 'for tests: @/#';

export type PostgresNode = ReturnType<typeof openNode>;

/** Lines of postgresql.conf. */
type Settings = Record<string, string | number>;

const kills: (() => void)[] = [];
const folders: string[] = [];

// Test runners end their workers with SIGTERM, which alone would leave PostgreSQL running.
process.once('SIGTERM', () => process.exit(143));

// In this order: a folder in use by PostgreSQL cannot be removed.
process.once('exit', () => {
  for (const kill of kills) {
    kill();
  }
  for (const folder of folders) {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
});

/** A folder that PostgreSQL can run in, with its programs; removed when the process ends. */
export function postgresFolder(parent = tmpdir()): string {
  const folder = ownFolder(parent);
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
  const copy = join(ownFolder(tmpdir()), basename(file));
  copyFileSync(file, copy);
  chmodSync(copy, 0o600);
  if (isRoot) {
    chownSync(copy, nobody, nobody);
  }
  return copy;
}

function ownFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, 'postgres-'));
  folders.push(folder);
  if (isRoot) {
    chownSync(folder, nobody, nobody);
  }
  return folder;
}

/**
 * A new, empty PostgreSQL on 127.0.0.1, with its data in memory. It cannot be given port 0, so it tries again when
 * another program was faster.
 */
export async function startPostgres(settings: Settings = {}): Promise<PostgresNode> {
  const folder = postgresFolder(memory);
  openNode(folder, 'data', 0).create({ fsync: 'off', ...settings });
  for (let tries = 1; ; tries += 1) {
    const node = openNode(folder, 'data', await freePort());
    try {
      await node.start();
      return node;
    } catch (error) {
      if (tries === 3) throw error;
    }
  }
}

export type SharedPostgres = ReturnType<typeof clientOf>;

/** The PostgreSQL of the whole test run (shared-postgres.ts), or one of this process's own where there is none. */
export async function sharedPostgres(): Promise<SharedPostgres> {
  const offer = process.env.POSTGRES_OFFER;
  if (offer === undefined) {
    own ??= startPostgres();
    return own;
  }
  const answer = await fetch(offer);
  if (!answer.ok) throw new Error(await answer.text());
  return clientOf(Number(await answer.text()));
}

let own: Promise<PostgresNode> | undefined;

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

let databases = 0;

/** One PostgreSQL: its data folder and, while it runs, its process. */
export function openNode(folder: string, name: string, port: number) {
  const data = join(folder, name);
  const program = (of: string) => (needsCopies ? join(folder, 'bin', of) : join(findPostgres(), of));
  let running: ChildProcess | undefined;
  kills.push(kill);

  return {
    ...clientOf(port),
    name,
    data,
    isRunning: () => running !== undefined,

    create(settings: Settings = {}): void {
      const secret = join(folder, `${name}.password`);
      writeFileSync(secret, password);
      const options = ['-D', data, '-U', superuser, '--pwfile', secret, '--auth=scram-sha-256', '--no-sync'];
      const encoding = ['--encoding=UTF8', '--locale=C', '--wal-segsize=1'];
      execFileSync(program('initdb'), [...options, ...encoding], { ...account, stdio: 'pipe' });
      configure({ ...always, ...settings });
    },

    configure,

    /** Turns a copy taken between pg_backup_start and pg_backup_stop into a standby. */
    prepareStandby(backupLabel: string): void {
      for (const [file, text] of Object.entries({ backup_label: backupLabel, 'standby.signal': '' })) {
        writeFileSync(join(data, file), text);
        if (isRoot) {
          chownSync(join(data, file), nobody, nobody);
        }
      }
      for (const empty of ['log', 'pg_replslot', 'pg_wal', 'pg_wal/archive_status']) {
        mkdirSync(join(data, empty), { recursive: true, mode: 0o700 });
        if (isRoot) {
          chownSync(join(data, empty), nobody, nobody);
        }
      }
    },

    /** Resolves when it accepts queries. */
    async start(): Promise<void> {
      const child = spawn(program('postgres'), ['-D', data, '-p', `${port}`], {
        ...account,
        stdio: 'ignore',
      });
      running = child;
      // It takes a second to start, so the tests of a file share one.
      sharedChildren.add(child);
      child.once('exit', () => {
        if (running === child) {
          running = undefined;
        }
      });
      await isReady(child);
    },

    /** SIGINT is PostgreSQL's fast shutdown. */
    async stop(signal: 'SIGINT' | 'SIGQUIT' = 'SIGINT'): Promise<void> {
      const child = running;
      if (child) {
        child.kill(signal);
        await once(child, 'exit');
      }
    },

    /** Kills all of it at once, like a power cut. */
    async kill(): Promise<void> {
      const child = running;
      if (child) {
        const exited = once(child, 'exit');
        const all = kill();
        await exited;
        while (all.some((pid) => parentOf(pid) !== undefined)) {
          await pause(5);
        }
      }
    },

    /** Freezes all of its processes: nothing responds, and no connection closes. */
    freeze: () => void signalAll('SIGSTOP'),
    thaw: () => void signalAll('SIGCONT'),
    reload: () => running?.kill('SIGHUP'),
    log,
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
      if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') {
        return;
      } else if (running !== child) {
        throw new Error(`PostgreSQL did not start: ${log()}`);
      }
      await pause(20);
    }
  }

  function log(): string {
    const file = join(data, 'log/postgresql.log');
    return existsSync(file) ? readFileSync(file, 'utf8').slice(-2_000) : '';
  }

  function kill(): number[] {
    return signalAll('SIGKILL');
  }

  /** Its backends are session leaders, so there is no process group. Stopped first, it starts no new ones. */
  function signalAll(signal: NodeJS.Signals): number[] {
    const first = running?.pid;
    if (first === undefined) {
      return [];
    }
    signalOne(first, 'SIGSTOP');
    const all = [first, ...childrenOf(first)];
    for (const pid of all) {
      signalOne(pid, signal);
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
  log_line_prefix: '%m [%p] %u ',
};

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent);
}

function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, state, parent] = stat.slice(stat.lastIndexOf(')')).split(' ');
    return state === 'Z' ? undefined : Number(parent);
  } catch {
    return undefined; // It has ended.
  }
}

function signalOne(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * Copies a primary's data folder for a standby, owned by the account that PostgreSQL runs as. Leaves out the
 * WAL, most of the folder: a standby streams it.
 */
export async function copyData(from: string, to: string): Promise<void> {
  if (existsSync(to)) {
    const old = `${to}.${performance.now()}`;
    renameSync(to, old);
    spawn('rm', ['-rf', '--', old], { stdio: 'ignore' });
  }
  mkdirSync(to, { mode: 0o700 });
  const leftOut = ['postmaster.pid', 'log', 'pg_replslot', 'pg_wal'];
  const parts = readdirSync(from).filter((part) => !leftOut.includes(part));
  // In another process, as this one posts and accepts email meanwhile. Files that vanish during the copy do not matter.
  const copy = spawn('cp', ['-a', '--', ...parts.map((part) => join(from, part)), to], { stdio: 'ignore' });
  await once(copy, 'exit');
  if (isRoot) {
    chownSync(to, nobody, nobody);
  }
}
