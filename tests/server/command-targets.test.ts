import { execFileSync } from 'node:child_process';
import { lstatSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run as backup } from '../../server/commands/backup.ts';
import { exampleRequest } from '../support/example-request.ts';
import { memoryFolder } from '../support/memory-folder.ts';
import { runCommand } from '../support/run-command.ts';
import { startInProcess } from '../support/start-in-process.ts';

const identityOf = (path: string) => {
  const { ino, mode, size } = lstatSync(path);
  return [ino, mode, size];
};

test('a backup writes a private file, and replaces nothing', async () => {
  const { dataDir, post, stop } = await startInProcess();
  await post(exampleRequest);
  await stop();
  const write = (file: string) => runCommand(backup, { DATA_DIR: dataDir }, file);
  const folder = memoryFolder('elsewhere');
  const at = (name: string) => join(folder, name);
  const database = join(dataDir, 'requests.sqlite');
  writeFileSync(at('old'), 'old');
  symlinkSync(database, at('link'));
  symlinkSync(at('nowhere'), at('dangling'));
  execFileSync('mkfifo', [at('pipe')]);
  for (const target of [database, ...['old', 'link', 'dangling', 'pipe'].map(at)]) {
    const before = identityOf(target);
    expect(await write(target), target).toMatchObject({
      code: 1,
      complaint: `${target} exists already. Name another file.\n`,
    });
    expect(identityOf(target), target).toEqual(before);
  }
  process.umask(0o077);
  expect(await write(at('new'))).toMatchObject({ code: 0, complaint: '' });
  process.umask(0o022);
  expect(statSync(at('new')).mode & 0o777).toBe(0o600);
  expect(readFileSync(at('new'), 'latin1')).toContain(exampleRequest.email);
});
