import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../../scripts/run.mjs';

// deploy/upgrade.sh builds in releases/ of a clone that has no packages. Vite also reads the clone's tsconfig.json,
// which therefore must not extend a package's.
test('a release builds inside a clone without packages', () => {
  const clone = mkdtempSync(join(tmpdir(), 'clone-'));
  onTestFinished(() => rmSync(clone, { recursive: true }));
  const release = join(clone, 'releases/release');
  mkdirSync(release, { recursive: true });
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
  for (const file of files.split('\0').filter(Boolean)) {
    cpSync(join(root, file), join(release, file));
  }
  cpSync(join(root, 'tsconfig.json'), join(clone, 'tsconfig.json'));
  execFileSync('cp', ['-a', join(root, 'node_modules'), release]);
  const { status, stdout, stderr } = spawnSync('node', ['scripts/build.mjs'], {
    cwd: release,
    encoding: 'utf8',
    env: { ...process.env, SITE_URL: 'https://www.example.com' },
  });
  expect(status, stdout + stderr).toBe(0);
});
