import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { environmentOfServer } from './environment.ts';

const root = join(import.meta.dirname, '..');

/** A machine whose systemd unit runs the site from `folder`. */
function machine(folder: string) {
  const files = mkdtempSync(join(tmpdir(), 'machine-'));
  const unit = join(files, 'site.service');
  const settings = join(files, 'site.env');
  writeFileSync(unit, `[Service]\nWorkingDirectory=${folder}\nEnvironment=PORT=8080 DATA_DIR=/var/lib/x\n`);
  writeFileSync(settings, 'SITE_URL=https://www.example.com\nPORT=8081\n# a remark\n');
  return { unit, settings };
}

test('a command uses the settings that systemd gives the server of the same copy', () => {
  const link = join(mkdtempSync(join(tmpdir(), 'link-')), 'site');
  symlinkSync(root, link);
  expect(environmentOfServer(machine(link))).toMatchObject({
    DATA_DIR: '/var/lib/x',
    SITE_URL: 'https://www.example.com',
    PORT: '8081',
  });
});

test('like in the server, a .env does not replace them', () => {
  const files = machine(root);
  const before = process.cwd();
  process.chdir(mkdtempSync(join(tmpdir(), 'copy-')));
  writeFileSync('.env', 'PORT=9000\nMAIL_TO=owner@example.com\n');
  expect(environmentOfServer(files)).toMatchObject({ PORT: '8081', MAIL_TO: 'owner@example.com' });
  process.chdir(before);
});

test('another copy of the project on that machine does not get them', () => {
  expect(environmentOfServer(machine(tmpdir())).DATA_DIR).toBe(process.env.DATA_DIR);
});
