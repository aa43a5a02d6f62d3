import { execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { contactPath } from '../../contract/contact-fields.ts';
import { exampleRequest } from './example-request.ts';
import { tinySite } from './tiny-site.ts';

const root = join(import.meta.dirname, '../..');

/** What a version changes in the project. Without changes it only has another name. */
export interface Version {
  name: string;
  /** It changes the tables. */
  migrates?: boolean;
  /** On the site's own port it is never healthy, although it accepts requests. */
  isUnhealthy?: boolean;
  /** The command that builds it. */
  build?: string;
  /** Files of its own. */
  files?: Record<string, string>;
}

export type UpgradeSite = Awaited<ReturnType<typeof openUpgradeSite>>;

/**
 * A site that runs from a clone, with the project's real server and upgrade; its pages are small, its packages
 * are the project's own, and systemctl is a script.
 */
export async function openUpgradeSite(
  settings: Record<string, string> = {},
  parent = tmpdir(),
  project = root,
) {
  const folder = mkdtempSync(join(parent, 'upgrade-'));
  const within = (name: string) => join(folder, name);
  const [remote, author, live, data] = ['remote', 'author', 'live', 'data'].map(within) as Four;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    PATH: `${within('tools')}:${dirname(process.execPath)}:${process.env.PATH}`,
    PORT: String(port),
    DATA_DIR: data,
    LIMITS: 'off',
    npm_config_offline: 'true',
    NODE_COMPILE_CACHE: within('compiled'),
    ...settings,
  };

  mkdirSync(data, { mode: 0o700 });
  symlinkSync(join(root, 'node_modules'), within('node_modules'));
  cpSync(join(tinySite(), 'build'), within('pages'), { recursive: true });
  write(within('tools/systemctl'), systemctl(within('pid'), within('calls'), within('failing')), 0o755);
  git(folder, 'init', '--quiet', '--bare', '--initial-branch=main', remote);
  git(folder, 'clone', '--quiet', remote, author);
  for (const part of ['server', 'content', 'contract', 'deploy', 'scripts', '.gitignore']) {
    cpSync(join(project, part), join(author, part), { recursive: true });
  }
  const lockfile = { name: 'site', lockfileVersion: 3, packages: { '': { name: 'site' } } };
  write(join(author, 'package-lock.json'), JSON.stringify(lockfile));
  publish({ name: 'first' });
  git(folder, 'clone', '--quiet', remote, live);
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: live, env });
  start();

  return {
    folder,
    author,
    live,
    data,
    url,
    publish,
    /** How often systemctl was called. */
    calls: () => readFileSync(within('calls'), 'utf8'),
    /** The next starts fail. */
    failStarts: (count: number) => write(within('failing'), 'x'.repeat(count)),
    upgrade(parameters: readonly string[] = [], extra: Record<string, string> = {}) {
      const child = spawn('npm', ['run', '--silent', 'upgrade', '--', '--timeout', '20', ...parameters], {
        cwd: live,
        env: { ...env, ...extra },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let said = '';
      for (const output of [child.stdout, child.stderr]) {
        output.on('data', (text) => {
          said += text;
        });
      }
      const ended = new Promise<{ status: number | null; said: string }>((done) =>
        child.once('exit', (status) => done({ status, said })),
      );
      return ended;
    },
    /** The name of the version that answers; undefined if none does, or it cannot save requests. */
    async running(): Promise<string | undefined> {
      const statuses = await Promise.all(['/', '/healthz'].map((path) => statusOf(url + path)));
      return statuses.every((status) => status === 200) ? nameOf(live) : undefined;
    },
    /** Whether the server's process is there. */
    isStarted,
    /** Ends the server as a power cut does. */
    async crash(): Promise<void> {
      const number = isStarted() ? Number(readFileSync(within('pid'), 'utf8')) : undefined;
      if (number !== undefined) {
        process.kill(number, 'SIGKILL');
      }
      while (isStarted()) {
        await pause(20);
      }
      rmSync(within('pid'), { force: true });
    },
    start,
    git: (...parameters: string[]) => git(live, ...parameters),
    /** Starts the site from a new clone, as after an upgrade that no run can finish. */
    async repair(): Promise<void> {
      execFileSync('systemctl', ['stop', 'diesel-site'], { cwd: folder, env, stdio: 'ignore' });
      rmSync(live, { recursive: true });
      git(folder, 'clone', '--quiet', remote, live);
      execFileSync('npm', ['run', '--silent', 'build'], { cwd: live, env });
      start();
    },
    post,
    /** Posts one request after another until it is stopped. Returns the references that were acknowledged. */
    load() {
      const acknowledged: string[] = [];
      let isOver = false;
      const ended = (async () => {
        for (let number = 0; !isOver; number += 1) {
          acknowledged.push(...(await post(`${number}`)));
          await pause(100);
        }
      })();
      return {
        acknowledged,
        stop: async () => {
          isOver = true;
          await ended;
          return acknowledged;
        },
      };
    },
    async close(): Promise<void> {
      execFileSync('systemctl', ['stop', 'diesel-site'], { cwd: live, env, stdio: 'ignore' });
    },
  };

  function start(): void {
    execFileSync('systemctl', ['start', 'diesel-site'], { cwd: live, env, stdio: 'ignore' });
  }

  function isStarted(): boolean {
    // After a power cut the file may be empty.
    const number = existsSync(within('pid')) ? Number.parseInt(readFileSync(within('pid'), 'utf8'), 10) : 0;
    return number > 0 && existsSync(`/proc/${number}`);
  }

  /** Commits a version and gives it to everybody. */
  function publish({ name, migrates, isUnhealthy, build, files = {} }: Version): void {
    const { scripts } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
    scripts.build = build ?? `mkdir -p node_modules && cp -r ${within('pages')} build`;
    write(
      join(author, 'package.json'),
      JSON.stringify({ name: 'site', version: name, type: 'module', scripts }),
    );
    if (migrates) {
      addColumn(author);
    }
    const path = isUnhealthy ? `process.env.PORT === '${port}' ? '/off' : '/healthz'` : "'/healthz'";
    const app = readFileSync(join(project, 'server/app.ts'), 'utf8');
    write(join(author, 'server/app.ts'), app.replace("'/healthz'", path));
    for (const [file, text] of Object.entries(files)) {
      write(join(author, file), text);
    }
    git(author, 'add', '--all', '--force');
    git(author, 'commit', '--quiet', '--message', name);
    git(author, 'push', '--quiet', 'origin', 'HEAD:main');
  }

  async function post(words: string): Promise<string[]> {
    try {
      const response = await fetch(url + contactPath, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ ...exampleRequest, message: `${words} ${Math.random()}` }),
        signal: AbortSignal.timeout(8_000),
      });
      const { reference } = await response.json();
      return response.status === 200 ? [reference] : [];
    } catch {
      return []; // Nobody listens while the versions are switched.
    }
  }
}

type Four = [string, string, string, string];

/** Starts and stops the server as systemd does, and waits for its end. */
const systemctl = (pid: string, calls: string, failing: string) => `#!/bin/sh
echo "$1" >> ${calls}
if [ "$1" = stop ]; then
  [ -e ${pid} ] || exit 0
  kill "$(cat ${pid})" 2>/dev/null
  while kill -0 "$(cat ${pid})" 2>/dev/null; do sleep 0.05; done
  rm -f ${pid}
elif [ -s ${failing} ]; then
  truncate -s -1 ${failing}; exit 1
elif ! kill -0 "$(cat ${pid} 2>/dev/null)" 2>/dev/null; then
  setsid node server/main.ts >> ${pid}.log 2>&1 </dev/null &
  echo $! > ${pid}
fi
`;

/** Raises the version of the tables by one, with a column. */
function addColumn(project: string): void {
  const file = join(project, 'server/store/schema.ts');
  const text = readFileSync(file, 'utf8');
  const known = Number(/schemaVersion = (\d+)/.exec(text)?.[1]);
  const migration = `  } else if (version >= 3) {\n    return 'alter table requests add column added_${known} text';\n`;
  write(
    file,
    text
      .replace(`schemaVersion = ${known}`, `schemaVersion = ${known + 1}`)
      .replace(/return '';\n(.* >= 3\) \{\n.*\n)?/, `return '';\n${migration}`),
  );
}

function nameOf(project: string): string {
  return JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')).version;
}

export function git(cwd: string, ...parameters: string[]): string {
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
  return execFileSync('git', [...identity, ...parameters], { cwd, encoding: 'utf8', stdio: 'pipe' }).trim();
}

function write(path: string, contents: string, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, contents, { mode });
}

async function statusOf(url: string): Promise<number | undefined> {
  try {
    return (await fetch(url, { headers: { Connection: 'close' }, signal: AbortSignal.timeout(5_000) }))
      .status;
  } catch {
    return undefined;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
