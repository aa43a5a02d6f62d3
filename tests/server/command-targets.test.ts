import { execFileSync } from 'node:child_process';
import { chmodSync, lstatSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run as backup } from '../../server/commands/backup.ts';
import { run as requests } from '../../server/commands/requests.ts';
import { exampleRequest } from '../support/example-request.ts';
import { memoryFolder } from '../support/memory-folder.ts';
import { runCommand } from '../support/run-command.ts';
import { type InProcessServer, startInProcess } from '../support/start-in-process.ts';

let server: InProcessServer;
let database: string;

beforeAll(async () => {
  server = await startInProcess();
  await server.post(exampleRequest);
  database = join(server.dataDir, 'requests.sqlite');
  mkdirSync(join(server.dataDir, 'mail'), { recursive: true });
});
afterAll(() => server.stop());

const elsewhere = (name: string) => join(memoryFolder('elsewhere'), name);
function made(file: string, make: (file: string) => unknown): string {
  make(file);
  return file;
}

/** Targets that must not be written to, with a word of the refusal. */
const refused: [string, () => string, string][] = [
  ['the database itself', () => database, 'Name a place outside'],
  ['a new file in a folder of the data', () => join(server.dataDir, 'mail/x.eml'), 'Name a place outside'],
  [
    'a link to the database',
    () => made(elsewhere('link'), (link) => symlinkSync(database, link)),
    'not a regular',
  ],
  [
    'a file in a folder that is a link to the data',
    () =>
      join(
        made(elsewhere('data'), (link) => symlinkSync(server.dataDir, link)),
        'requests.sqlite',
      ),
    'Name a place outside',
  ],
  ['a pipe', () => made(elsewhere('pipe'), (pipe) => execFileSync('mkfifo', [pipe])), 'not a regular file'],
  ['a file in a folder that does not exist', () => elsewhere('missing/copy'), 'There is no folder'],
];

const identityOf = (path: string) => {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found && [found.ino, found.mode];
};

describe.each([
  ['npm run backup', (file: string) => runCommand(backup, { DATA_DIR: server.dataDir }, file)],
  [
    'npm run requests -- --csv',
    (file: string) => runCommand(requests, { DATA_DIR: server.dataDir }, '--csv', file),
  ],
])('%s', (_, write) => {
  test.each(refused)('refuses %s and destroys nothing', async (_, prepare, words) => {
    const target = prepare();
    const before = identityOf(target);
    expect(await write(target)).toMatchObject({ code: 1, complaint: expect.stringContaining(words) });
    expect(identityOf(target)).toEqual(before);
    expect((await server.post({ ...exampleRequest, message: target })).status).toBe(200);
  });

  test('makes a file that others could read private', async () => {
    process.umask(0o077);
    const target = made(elsewhere('old'), (file) => writeFileSync(file, 'old'));
    chmodSync(target, 0o644);
    expect(await write(target)).toMatchObject({ code: 0, complaint: '' });
    process.umask(0o022);
    expect(statSync(target).mode & 0o777).toBe(0o600);
    expect(readFileSync(target, 'utf8')).not.toBe('old');
  });
});
