import { execFile, execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleRequest } from '../support/example-request.ts';
import { newDataDir, type RunningServer, startServer } from '../support/start-server.ts';
import { tinySite } from '../support/tiny-site.ts';

const cwd = tinySite();
let server: RunningServer;
let database: string;

beforeAll(async () => {
  server = await startServer({ cwd });
  database = join(server.dataDir, 'requests.sqlite');
  mkdirSync(join(server.dataDir, 'mail'), { recursive: true });
});
afterAll(() => server.stop());

const commands: Record<string, (file: string) => string[]> = {
  'npm run backup': (file) => ['backup.ts', file],
  'npm run requests -- --csv': (file) => ['requests.ts', '--csv', file],
};

/** Runs a command beside the server. */
function run([script = '', ...parameters]: string[]) {
  const file = join(import.meta.dirname, '../../server/commands', script);
  const env = { DATA_DIR: server.dataDir };
  return new Promise<{ code: number; complaint: string }>((resolve) => {
    execFile(process.execPath, [file, ...parameters], { cwd, env }, (error, _, complaint) =>
      resolve({ code: Number(error?.code ?? 0), complaint }),
    );
  });
}

const elsewhere = (name: string) => join(newDataDir(), name);

/** Targets that must not be written to, with a word of the refusal. */
const refused: [string, () => string, string][] = [
  ['the database itself', () => database, 'outside that folder'],
  ['its journal', () => `${database}-journal`, 'outside that folder'],
  ['the list of alerts', () => join(server.dataDir, 'alerts.json'), 'outside that folder'],
  ['a copy of an email', () => join(server.dataDir, 'mail/x.eml'), 'outside that folder'],
  ['a new file beside the database', () => join(server.dataDir, 'new'), 'outside that folder'],
  [
    'the database by another name',
    () => {
      const link = elsewhere('hard');
      linkSync(database, link);
      return link;
    },
    'outside that folder',
  ],
  [
    'a link to the database',
    () => {
      const link = elsewhere('soft');
      symlinkSync(database, link);
      return link;
    },
    'outside that folder',
  ],
  [
    'a file in a folder that is a link to the data',
    () => {
      const link = elsewhere('data');
      symlinkSync(server.dataDir, link);
      return join(link, 'requests.sqlite');
    },
    'outside that folder',
  ],
  [
    'a pipe',
    () => {
      const pipe = elsewhere('pipe');
      execFileSync('mkfifo', [pipe]);
      return pipe;
    },
    'not a regular file',
  ],
  ['a file in a folder that does not exist', () => elsewhere('missing/copy'), 'there is no folder'],
];

describe.each(Object.entries(commands))('%s', (_, parameters) => {
  test.each(refused)('refuses %s and destroys nothing', async (_, prepare, words) => {
    const { reference } = await (await server.post(exampleRequest)).json();
    const target = prepare();
    const before = identityOf(target);
    const { code, complaint } = await run(parameters(target));
    expect({ code, complaint }).toEqual({ code: 1, complaint: expect.stringContaining(words) });
    expect(identityOf(target)).toEqual(before);
    expect(references()).toContain(reference);
    expect((await server.post(exampleRequest)).status).toBe(200);
  });

  test('makes a file that others could read private', async () => {
    const target = elsewhere('old');
    writeFileSync(target, 'old');
    chmodSync(target, 0o644);
    expect(await run(parameters(target))).toMatchObject({ code: 0, complaint: '' });
    expect(statSync(target).mode & 0o777).toBe(0o600);
    expect(readFileSync(target, 'utf8')).not.toBe('old');
    expect(existsSync(`${target}.unfinished`)).toBe(false);
  });
});

test('npm run backup refuses a folder of the data', async () => {
  for (const folder of [server.dataDir, join(server.dataDir, 'mail')]) {
    expect(await run(['backup.ts', folder])).toMatchObject({
      code: 1,
      complaint: expect.stringContaining('outside that folder'),
    });
  }
});

test('npm run restore says what is no copy', async () => {
  const pipe = elsewhere('pipe');
  execFileSync('mkfifo', [pipe]);
  for (const copy of [dirname(pipe), pipe]) {
    expect(await run(['restore.ts', copy])).toEqual({
      code: 1,
      complaint: `Nothing was restored: ${copy} is not a file. Name one that "npm run backup" made.\n`,
    });
  }
});

function identityOf(path: string) {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && { ino: found.ino, mode: found.mode, isFile: found.isFile() };
}

function references() {
  const file = new DatabaseSync(database, { readOnly: true, timeout: 5_000 });
  const rows = file.prepare('select reference from requests').all();
  file.close();
  return rows.map(({ reference }) => reference);
}
