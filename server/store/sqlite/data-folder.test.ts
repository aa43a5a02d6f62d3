import { chmodSync, mkdirSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { prepareDataFolder } from './data-folder.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'folder-'));
  chmodSync(folder, 0o755);
});

const modeOf = (path: string) => statSync(path).mode & 0o777;

test('creates the folder and its parents for this account only', () => {
  const deep = join(folder, 'var', 'site');
  prepareDataFolder(deep);
  expect(modeOf(deep)).toBe(0o700);
  expect(modeOf(join(folder, 'var'))).toBe(0o700);
  expect(modeOf(folder)).toBe(0o755);
});

test('restricts an empty folder', () => {
  prepareDataFolder(folder);
  expect(modeOf(folder)).toBe(0o700);
});

test('restricts a folder that contains only our files, and the files', () => {
  mkdirSync(join(folder, 'mail'));
  for (const name of ['requests.sqlite', 'requests.sqlite-journal']) {
    writeFileSync(join(folder, name), '', { mode: 0o644 });
    chmodSync(join(folder, name), 0o644);
  }
  prepareDataFolder(folder);
  expect(modeOf(folder)).toBe(0o700);
  expect(modeOf(join(folder, 'requests.sqlite'))).toBe(0o600);
  expect(modeOf(join(folder, 'requests.sqlite-journal'))).toBe(0o600);
});

test('rejects a shared folder that contains other files', () => {
  writeFileSync(join(folder, 'holiday.jpg'), '');
  expect(() => prepareDataFolder(folder)).toThrow(/holds files that are not ours.*like DATA_DIR=/);
  expect(modeOf(folder)).toBe(0o755);
  chmodSync(folder, 0o700);
  prepareDataFolder(folder);
});

test.each([
  ['a path to a file', () => join(folder, 'file'), 'it is not a folder'],
  ['a path below a file', () => join(folder, 'file', 'data'), 'it is not a folder'],
  ['a path under /proc', () => '/proc/nope', 'no folder can be made there'],
])('rejects %s with an explanation', (_, path, why) => {
  writeFileSync(join(folder, 'file'), '');
  expect(() => prepareDataFolder(path())).toThrow(why);
});
