import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { readServerEnvironment } from './environment.ts';

const root = join(import.meta.dirname, '../..');
const newFolder = () => mkdtempSync(join(tmpdir(), 'machine-'));

/** A machine whose systemd unit runs the site from `folder`. */
function createMachine(folder: string) {
  const [unit, settings] = [join(newFolder(), 'site.service'), join(newFolder(), 'site.env')];
  writeFileSync(unit, `[Service]\nWorkingDirectory=${folder}\nEnvironment=PORT=8080 DATA_DIR=/var/lib/x\n`);
  writeFileSync(settings, 'SITE_URL=https://www.example.com\nPORT=8081\nHOST=::1\n# a remark\n');
  return { unit, settings };
}

// The server and the owner's commands read the environment only here (tests/architecture.test.ts).
test("the environment overrides systemd's settings, which override .env", () => {
  const link = join(newFolder(), 'site');
  symlinkSync(root, link);
  const files = createMachine(link);
  const before = process.cwd();
  process.chdir(newFolder());
  writeFileSync('.env', 'PORT=9000\nHOST=::2\nMAIL_TO=owner@example.com\n');
  vi.stubEnv('HOST', '127.0.0.1');
  expect(readServerEnvironment(files)).toMatchObject({
    HOST: '127.0.0.1',
    PORT: '8081',
    DATA_DIR: '/var/lib/x',
    SITE_URL: 'https://www.example.com',
    MAIL_TO: 'owner@example.com',
  });
  // Another copy of the project on that machine doesn't get systemd's settings.
  expect(readServerEnvironment(createMachine(tmpdir())).DATA_DIR).toBe(process.env.DATA_DIR);
  vi.unstubAllEnvs();
  process.chdir(before);
});
