import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startsProcess } from '../scripts/time-limits.mjs';

const root = join(import.meta.dirname, '..');

test('installing restores the link to Node that npm 9 leaves out', startsProcess, () => {
  const project = mkdtempSync(join(tmpdir(), 'install-'));
  cpSync(join(root, 'scripts'), join(project, 'scripts'), { recursive: true });
  const modules = join(project, 'node_modules');
  const program = join(modules, `node-${process.platform}-${process.arch}`, 'bin/node');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  mkdirSync(join(program, '..'), { recursive: true });
  writeFileSync(program, '#!/bin/sh\necho linked\n', { mode: 0o755 });
  const script = "import { install } from './scripts/install.mjs'; await install();";
  execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: project });
  expect(existsSync(join(modules, '.bin/node'))).toBe(true);
  expect(execFileSync(join(modules, '.bin/node'), { encoding: 'utf8' })).toBe('linked\n');
});

test('a command without installed packages says what to do', startsProcess, () => {
  const project = mkdtempSync(join(tmpdir(), 'bare-'));
  for (const part of ['package.json', 'scripts', 'server', 'deploy', 'content', 'contract']) {
    cpSync(join(root, part), join(project, part), { recursive: true });
  }
  const options = { cwd: project, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'requests'], options);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr.trim()).toMatch(/^Nothing is installed yet. Run "npm ci" first.*\.$/);
});
