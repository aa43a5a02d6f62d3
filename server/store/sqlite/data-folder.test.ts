import { chmodSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { prepareDataFolder } from './data-folder.ts';

const modeOf = (path: string) => statSync(path).mode & 0o777;

test('the folder, its parents and its files are for this account only', () => {
  const folder = mkdtempSync(join(tmpdir(), 'folder-'));
  const deep = join(folder, 'var', 'site');
  prepareDataFolder(deep);
  expect([deep, join(folder, 'var')].map(modeOf)).toEqual([0o700, 0o700]);
  const file = join(deep, 'requests.sqlite-journal');
  writeFileSync(file, '');
  chmodSync(file, 0o644);
  prepareDataFolder(deep);
  expect(modeOf(file)).toBe(0o600);
});

test.each(['file', 'file/data'])('a path to or below a file is rejected with an explanation: %s', (path) => {
  const folder = mkdtempSync(join(tmpdir(), 'folder-'));
  writeFileSync(join(folder, 'file'), '');
  expect(() => prepareDataFolder(join(folder, path))).toThrow(/^DATA_DIR cannot be used.*like DATA_DIR=/);
});
