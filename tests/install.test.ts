import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

test('the Node that npm 9 installs and leaves without its link is linked again', () => {
  const project = mkdtempSync(join(tmpdir(), 'install-'));
  for (const file of ['install.mjs', 'run.mjs']) {
    cpSync(join(root, 'scripts', file), join(project, 'scripts', file));
  }
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
