import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { contactPath } from '../../contract/contact-fields.ts';

const root = join(import.meta.dirname, '../..');

// A runner ends its workers with SIGTERM, which alone would leave their servers running.
process.once('SIGTERM', () => process.exit(143));

export interface ServerOptions {
  /** Settings beside PORT and DATA_DIR. Nothing else of this process's environment is passed on. */
  env?: Record<string, string>;
  /** The data folder of an earlier server; a new one otherwise. */
  dataDir?: string;
  /** A folder that holds `build/site`; the project's own otherwise. See tiny-site.ts. */
  cwd?: string;
  /** The folder of the project whose server is started; the checkout otherwise. */
  project?: string;
}

export interface LogLine {
  event: string;
  /** Of the event "listening". */
  url?: string;
  [fact: string]: string | number | undefined;
}

export type RunningServer = Awaited<ReturnType<typeof startServer>>;

/**
 * Starts server/main.ts as a process of its own on a free port of 127.0.0.1 and waits until it
 * listens. Rejects with what it wrote to stderr when it does not.
 */
export async function startServer({
  env = {},
  dataDir = newDataDir(),
  project = root,
  cwd = project,
}: ServerOptions = {}) {
  // Off, because a test posts all it posts from one address. The tests of the limits put them on.
  const settings = { PORT: '0', DATA_DIR: dataDir, LIMITS: 'off', ...env };
  const server = await startProcess(process.execPath, [join(project, 'server/main.ts')], cwd, settings);
  return { ...server, dataDir };
}

/** Starts a program that logs as the server does, and waits until it says where it listens. */
export async function startProcess(
  program: string,
  parameters: readonly string[],
  cwd: string,
  env: Record<string, string>,
) {
  const child = spawn(program, parameters, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  // A test that fails half-way does not get to stop its server.
  const killed = () => child.kill('SIGKILL');
  process.once('exit', killed);
  child.once('close', () => process.off('exit', killed));
  const log: LogLine[] = [];
  const listeners = new Set<() => void>();
  let complaint = '';
  child.stderr.on('data', (text) => {
    complaint += text;
  });
  createInterface(child.stdout).on('line', (line) => {
    log.push(JSON.parse(line));
    for (const listener of listeners) {
      listener();
    }
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));

  const listening = await Promise.race([
    logged('listening'),
    ended.then((code) => Promise.reject(new Error(`Ended with ${code}: ${complaint}`))),
  ]);

  return {
    /** Like http://127.0.0.1:40123, without a slash at the end. */
    url: String(listening.url),
    /** Every line logged so far. */
    log,
    logged,
    /** Posts to the contact function as a program does: JSON, no Origin. */
    post: (body: unknown, headers: Record<string, string> = {}) =>
      fetch(`${listening.url}${contactPath}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    /** Sends a signal and resolves with the exit code (null after SIGKILL). Harmless when it has ended. */
    stop: (signal: NodeJS.Signals = 'SIGTERM') => {
      child.kill(signal);
      return ended;
    },
    /** Resolves with the exit code. */
    ended,
    pid: child.pid,
  };

  /** Waits for a line with this event, and with these facts; lines that are there already count. */
  function logged(event: string, facts: Record<string, string | number> = {}): Promise<LogLine> {
    const wanted = Object.entries({ event, ...facts });
    return new Promise((resolve) => {
      const look = () => {
        const line = log.find((candidate) => wanted.every(([name, value]) => candidate[name] === value));
        if (line) {
          listeners.delete(look);
          resolve(line);
        }
      };
      listeners.add(look);
      look();
    });
  }
}

/** A data folder whose database cannot be opened: a folder has its name. */
export function brokenStore(): string {
  const folder = newDataDir();
  mkdirSync(join(folder, 'requests.sqlite'));
  return folder;
}

export function newDataDir(): string {
  return mkdtempSync(join(tmpdir(), 'data-'));
}
