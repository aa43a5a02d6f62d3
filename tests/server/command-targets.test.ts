import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run as backup } from '../../server/commands/backup.ts';
import { run as requests } from '../../server/commands/requests.ts';
import { run as restore } from '../../server/commands/restore.ts';
import { exampleRequest } from '../support/example-request.ts';
import { memoryFolder } from '../support/memory-folder.ts';
import { runCommand } from '../support/run-command.ts';
import { type InProcessServer, startInProcess } from '../support/start-in-process.ts';

let server: InProcessServer;
let database: string;

beforeAll(async () => {
  process.umask(0o077);
  server = await startInProcess();
  await server.post(exampleRequest);
  database = join(server.dataDir, 'requests.sqlite');
  mkdirSync(join(server.dataDir, 'mail'), { recursive: true });
});
afterAll(async () => {
  await server.stop();
  process.umask(0o022);
});

const env = () => ({ DATA_DIR: server.dataDir });
const elsewhere = (name: string) => join(memoryFolder('elsewhere'), name);
const linked = (link: string, make: (link: string) => void) => {
  make(link);
  return link;
};

/** Targets that must not be written to, with a word of the refusal. */
const refused: [string, () => string, string][] = [
  ['the database itself', () => database, 'outside that folder'],
  ['its journal', () => `${database}-journal`, 'outside that folder'],
  ['a copy of an email', () => join(server.dataDir, 'mail/x.eml'), 'outside that folder'],
  ['a new file beside the database', () => join(server.dataDir, 'new'), 'outside that folder'],
  [
    'a link to the database',
    () => linked(elsewhere('soft'), (link) => symlinkSync(database, link)),
    'not a regular file',
  ],
  [
    'a file in a folder that is a link to the data',
    () =>
      join(
        linked(elsewhere('data'), (link) => symlinkSync(server.dataDir, link)),
        'requests.sqlite',
      ),
    'outside that folder',
  ],
  ['a pipe', () => linked(elsewhere('pipe'), (pipe) => execFileSync('mkfifo', [pipe])), 'not a regular file'],
  ['a file in a folder that does not exist', () => elsewhere('missing/copy'), 'there is no folder'],
];

describe.each([
  ['npm run backup', (file: string) => runCommand(backup, env(), file)],
  ['npm run requests -- --csv', (file: string) => runCommand(requests, env(), '--csv', file)],
])('%s', (_, write) => {
  test.each(refused)('refuses %s and destroys nothing', async (_, prepare, words) => {
    const target = prepare();
    const before = identityOf(target);
    expect(await write(target)).toMatchObject({ code: 1, complaint: expect.stringContaining(words) });
    expect(identityOf(target)).toEqual(before);
    expect((await server.post({ ...exampleRequest, message: target })).status).toBe(200);
  });

  test('makes a file that others could read private', async () => {
    const target = elsewhere('old');
    writeFileSync(target, 'old');
    chmodSync(target, 0o644);
    expect(await write(target)).toMatchObject({ code: 0, complaint: '' });
    expect(statSync(target).mode & 0o777).toBe(0o600);
    expect(readFileSync(target, 'utf8')).not.toBe('old');
    expect(existsSync(`${target}.unfinished`)).toBe(false);
  });
});

test('npm run backup refuses a folder of the data', async () => {
  for (const folder of [server.dataDir, join(server.dataDir, 'mail')]) {
    expect(await runCommand(backup, env(), folder)).toMatchObject({
      code: 1,
      complaint: expect.stringContaining('outside that folder'),
    });
  }
});

test('npm run restore says what is no copy', async () => {
  const pipe = elsewhere('pipe');
  execFileSync('mkfifo', [pipe]);
  for (const copy of [dirname(pipe), pipe]) {
    expect(await runCommand(restore, env(), copy)).toMatchObject({
      code: 1,
      complaint: `Nothing was restored: ${copy} is not a file. Name one that "npm run backup" made.\n`,
    });
  }
});

function identityOf(path: string) {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && { ino: found.ino, mode: found.mode, isFile: found.isFile() };
}
