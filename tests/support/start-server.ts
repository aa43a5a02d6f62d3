import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { contactPath } from '../../contract/contact-fields.ts';
import { killAll } from '../../scripts/process-tree.mjs';
import { memoryFolder } from './memory-folder.ts';

const root = join(import.meta.dirname, '../..');

// Test runners end their workers with SIGTERM, which alone would leave their servers running.
process.once('SIGTERM', () => process.exit(143));

export interface ServerOptions {
  /** Settings besides PORT and DATA_DIR. Nothing else from this process's environment is passed on. */
  env?: Record<string, string>;
  /** An earlier server's data folder; default: a new one. */
  dataDir?: string;
  /** A folder with `build/site`; default: the project's own. See tiny-site.ts. */
  cwd?: string;
  /** The project folder whose server to start; default: this checkout. */
  project?: string;
}

interface LogLine {
  event: string;
  [fact: string]: string | number | undefined;
}

export type RunningServer = Awaited<ReturnType<typeof startServer>>;

/**
 * Starts server/main.ts as a separate process on a free port of 127.0.0.1 and waits until it listens. Rejects
 * with its stderr if it does not.
 */
export async function startServer({
  env = {},
  dataDir = memoryFolder('data'),
  project = root,
  cwd = project,
}: ServerOptions = {}) {
  const settings = {
    PORT: '0',
    DATA_DIR: dataDir,
    // Off, because tests post everything from one IP. Rate limit tests turn them on.
    LIMITS: 'off',
    ...env,
  };
  const server = await startProcess(process.execPath, [join(project, 'server/main.ts')], cwd, settings);
  return { ...server, dataDir };
}

/**
 * Starts a program that logs as the server does, and waits until it says where it listens. It must be stopped before
 * the test ends (no-child-left.ts).
 */
export async function startProcess(
  program: string,
  parameters: readonly string[],
  cwd: string,
  env: Record<string, string>,
) {
  const child = spawn(program, parameters, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  // Outside of vitest, nothing else ends it with this process.
  const killed = () => child.pid && killAll([child.pid]);
  process.once('exit', killed);
  const ended = once(child, 'close').then(([code]) => {
    process.off('exit', killed);
    return code as number | null;
  });
  const { log, add, logged } = startLog();
  const complaint = text(child.stderr);
  createInterface(child.stdout).on('line', (line) => line.startsWith('{') && add(line));
  const failed = ended.then(async (code): Promise<never> => {
    throw new Error(`Ended with ${code}: ${await complaint}`);
  });
  const { url } = await Promise.race([logged('listening'), failed]);
  failed.catch(() => undefined);

  return {
    /** Like http://127.0.0.1:40123, without a trailing slash. */
    url: String(url),
    /** Every line logged so far. */
    log,
    logged,
    /** Closes the reading end of its stdout. */
    closeLog: () => child.stdout.destroy(),
    post: postingTo(String(url)),
    /** SIGSTOP freezes it: nothing of it runs, and no connection closes. SIGCONT lets it go on. */
    signal: (signal: 'SIGSTOP' | 'SIGCONT') => child.kill(signal),
    /**
     * Sends a signal and resolves with the exit code (null after SIGKILL), once its own processes have ended as
     * well. Harmless if it has already ended.
     */
    stop: (signal: NodeJS.Signals = 'SIGTERM') => {
      child.kill(signal);
      return ended;
    },
  };
}

/** Posts to the contact function like a non-browser client: JSON, no Origin. */
export const postingTo =
  (url: string) =>
  (body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${url}${contactPath}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

/** A log to which a server adds lines, and which tests wait for. */
export function startLog() {
  const log: LogLine[] = [];
  const added = new EventEmitter().setMaxListeners(0);
  return {
    log,
    add(line: string): void {
      log.push(JSON.parse(line));
      added.emit('line');
    },
    /** Waits for a log line with this event and these facts; includes existing lines. */
    async logged(event: string, facts: Record<string, string | number> = {}): Promise<LogLine> {
      const wanted = Object.entries({ event, ...facts });
      for (;;) {
        const line = log.find((candidate) => wanted.every(([name, value]) => candidate[name] === value));
        if (line) {
          return line;
        }
        await once(added, 'line');
      }
    },
  };
}
