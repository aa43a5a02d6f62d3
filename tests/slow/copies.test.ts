import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// Tests the script in "Copies on another server" (docs/going-live.md) with a local folder instead of a second machine.

const guide = readFileSync('docs/going-live.md', 'utf8');
const [, script = ''] = /```sh\n(#!\/bin\/sh\n[\s\S]*?restic[\s\S]*?)```/.exec(guide) ?? [];

const hasRestic = spawnSync('restic', ['version']).status === 0;

function createMachines() {
  const other = mkdtempSync(join(tmpdir(), 'copies-'));
  const repository = join(other, 'site');
  const password = join(other, 'password');
  writeFileSync(password, 'kept in a second place');
  const machine = (name: string) => {
    const [backups, settings] = [join(other, name, 'backups'), join(other, name, 'settings')];
    mkdirSync(backups, { recursive: true });
    writeFileSync(settings, 'SITE_URL=https://www.example.com');
    const local = script
      .replace('sftp:backups@OTHER:site', repository)
      .replace('/etc/restic-password', password)
      .replace('/var/lib/private/diesel-site-backup', backups)
      .replace('/etc/diesel-site.env', settings)
      .replace(/^curl .*$/m, 'echo copied');
    return { backups, copy: () => execFileSync('sh', ['-c', local], { encoding: 'utf8', stdio: 'pipe' }) };
  };
  const restic = (...parameters: string[]) =>
    execFileSync('restic', ['--quiet', '--repo', repository, '--password-file', password, ...parameters], {
      encoding: 'utf8',
    });
  return { other, machine, restic };
}

test.skipIf(!hasRestic)('only one copy remains, even after a lost server is replaced', () => {
  const { other, machine, restic } = createMachines();
  restic('init');
  const lost = machine('lost');
  writeFileSync(join(lost.backups, 'requests-1.sqlite'), 'the first visitor');
  expect(lost.copy()).toContain('copied');

  restic('restore', 'latest', '--target', join(other, 'restored'));
  const next = machine('next');
  cpSync(join(other, 'restored', lost.backups), next.backups, { recursive: true });
  expect(readdirSync(next.backups)).toEqual(['requests-1.sqlite']);
  // The first visitor's request has reached its deletion date.
  rmSync(join(next.backups, 'requests-1.sqlite'));
  writeFileSync(join(next.backups, 'requests-2.sqlite'), 'the second visitor');
  expect(next.copy()).toContain('copied');

  expect(JSON.parse(restic('snapshots', '--json'))).toHaveLength(1);
  restic('restore', 'latest', '--target', join(other, 'proof'));
  const found = readdirSync(join(other, 'proof'), { recursive: true, encoding: 'utf8' });
  expect(found.filter((name) => name.endsWith('.sqlite'))).toEqual([
    expect.stringContaining('requests-2.sqlite'),
  ]);
});

test.skipIf(!hasRestic)('a copy that fails reports no success', () => {
  const { machine } = createMachines();
  expect(() => machine('without a repository').copy()).toThrow();
});
