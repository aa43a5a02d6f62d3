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

test('makes the folder, and those above it, for this account alone', () => {
  const deep = join(folder, 'var', 'site');
  prepareDataFolder(deep);
  expect(modeOf(deep)).toBe(0o700);
  expect(modeOf(join(folder, 'var'))).toBe(0o700);
  expect(modeOf(folder)).toBe(0o755);
});

test('tightens a folder that is empty', () => {
  prepareDataFolder(folder);
  expect(modeOf(folder)).toBe(0o700);
});

test('tightens a folder that holds only our files, and the files', () => {
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

test('refuses a folder that others may read and that holds their files too', () => {
  writeFileSync(join(folder, 'holiday.jpg'), '');
  expect(() => prepareDataFolder(folder)).toThrow(/holds files that are not ours.*like DATA_DIR=/);
  expect(modeOf(folder)).toBe(0o755);
  chmodSync(folder, 0o700);
  prepareDataFolder(folder);
});

test.each([
  ['a file', () => join(folder, 'file'), 'it is not a folder'],
  ['below a file', () => join(folder, 'file', 'data'), 'it is not a folder'],
  ['under /proc', () => '/proc/nope', 'no folder can be made there'],
])('refuses what is %s in a sentence', (_, path, why) => {
  writeFileSync(join(folder, 'file'), '');
  expect(() => prepareDataFolder(path())).toThrow(why);
});
