import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { contactPath } from '../../contract/contact-fields.ts';
import { killAll } from '../../scripts/process-tree.mjs';
import { createMemoryFolder } from './memory-folder.ts';

const root = join(import.meta.dirname, '../..');

// Test runners end their workers with SIGTERM. Without this handler, the workers' servers would keep running.
process.once('SIGTERM', () => process.exit(143));

export interface ServerOptions {
  /** Settings other than PORT and DATA_DIR. The server doesn't inherit this process's environment. */
  env?: Record<string, string>;
  /** An earlier server's data folder. The default is a new folder. */
  dataDir?: string;
  /** A folder with `build/site`. The default is the project's folder. See tiny-site.ts. */
  cwd?: string;
  /** The folder of the project whose server starts. The default is this checkout. */
  project?: string;
}

interface LogLine {
  event: string;
  [fact: string]: string | number | undefined;
}

export type RunningServer = Awaited<ReturnType<typeof startServer>>;

/**
 * Starts server/main.ts as a separate process on a free port of 127.0.0.1, and waits until it listens. If the server
 * ends first, the error contains its stderr.
 */
export async function startServer({
  env = {},
  dataDir = createMemoryFolder('data'),
  project = root,
  cwd = project,
}: ServerOptions = {}) {
  const { NODE_COMPILE_CACHE: compileCache } = process.env;
  const settings = {
    PORT: '0',
    DATA_DIR: dataDir,
    // Rate limits are off, because tests post everything from one IP address. Rate limit tests turn them on.
    LIMITS: 'off',
    ...(compileCache && { NODE_COMPILE_CACHE: compileCache }),
    ...env,
  };
  const server = await startProcess(process.execPath, [join(project, 'server/main.ts')], cwd, settings);
  return { ...server, dataDir };
}

/**
 * Starts a program that logs like the server, and waits until it logs its URL. The test must stop it before ending
 * (no-child-left.ts).
 */
export async function startProcess(
  program: string,
  parameters: readonly string[],
  cwd: string,
  env: Record<string, string>,
) {
  const child = spawn(program, parameters, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  // Outside of vitest, nothing else ends the child when this process ends.
  const killChild = () => child.pid && killAll([child.pid]);
  process.once('exit', killChild);
  const ended = once(child, 'close').then(([code]) => {
    process.off('exit', killChild);
    return code as number | null;
  });
  const { log, add, logged } = startLog();
  const errorOutput = text(child.stderr);
  createInterface(child.stdout).on('line', (line) => line.startsWith('{') && add(line));
  const failed = ended.then(async (code): Promise<never> => {
    throw new Error(`Ended with ${code}: ${await errorOutput}`);
  });
  const { url } = await Promise.race([logged('listening'), failed]);
  failed.catch(() => undefined);

  return {
    /** A URL such as http://127.0.0.1:40123, without a trailing slash. */
    url: String(url),
    /** Every line logged so far. */
    log,
    logged,
    /** Closes the reading end of the program's stdout. */
    closeLog: () => child.stdout.destroy(),
    post: postingTo(String(url)),
    /** Freezes the program with SIGSTOP, which closes no connection, or continues it with SIGCONT. */
    signal: (signal: 'SIGSTOP' | 'SIGCONT') => child.kill(signal),
    /**
     * Sends a signal. Resolves with the exit code (null after SIGKILL) once the program and its child processes have
     * ended. Does nothing if the program has already ended.
     */
    stop: (signal: NodeJS.Signals = 'SIGTERM') => {
      child.kill(signal);
      return ended;
    },
  };
}

/** Posts to the contact function like a client that isn't a browser: JSON, without an Origin. */
export const postingTo =
  (url: string) =>
  (body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${url}${contactPath}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

/** Creates a log for a server's lines. Tests can wait for a line. */
export function startLog() {
  const log: LogLine[] = [];
  const added = new EventEmitter().setMaxListeners(0);
  return {
    log,
    add(line: string): void {
      log.push(JSON.parse(line));
      added.emit('line');
    },
    /** Waits for a log line with this event and these attributes. Also finds earlier lines. */
    async logged(event: string, attributes: Record<string, string | number> = {}): Promise<LogLine> {
      const wanted = Object.entries({ event, ...attributes });
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
