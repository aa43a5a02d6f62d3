import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startsProcess } from '../scripts/time-limits.mjs';

const root = join(import.meta.dirname, '..');

/** Imports scripts/programs.mjs in a copy of the project, with no program on PATH but sh and a stub of npx. */
function findPrograms(code: string, npx: string) {
  const project = mkdtempSync(join(tmpdir(), 'programs-'));
  cpSync(join(root, 'scripts'), join(project, 'scripts'), { recursive: true });
  cpSync(join(root, 'package.json'), join(project, 'package.json'));
  mkdirSync(join(project, 'bin'));
  for (const tool of ['sh', 'mkdir', 'touch']) {
    symlinkSync(join('/bin', tool), join(project, 'bin', tool));
  }
  writeFileSync(join(project, 'bin/npx'), `#!/bin/sh\n${npx}\n`, { mode: 0o755 });
  const script = `import * as programs from './scripts/programs.mjs'; ${code}`;
  const env = { PATH: join(project, 'bin') };
  const options = { cwd: project, env, encoding: 'utf8' } as const;
  const result = spawnSync(process.execPath, ['--input-type=module', '--eval', script], options);
  return { ...result, project };
}

const printBrowser = 'console.log(await programs.ensureBrowser())';

test("without Debian's packages, Playwright downloads the headless shell", startsProcess, () => {
  const shell = 'chromium_headless_shell-1/chrome-headless-shell-mac-arm64/chrome-headless-shell';
  const download = `mkdir -p "$PLAYWRIGHT_BROWSERS_PATH/${join(shell, '..')}"
echo "$@" && touch "$PLAYWRIGHT_BROWSERS_PATH/${shell}"`;
  const { stdout, project } = findPrograms(`${printBrowser}; ${printBrowser}`, download);
  const [title, parameters, ...found] = stdout.trim().split('\n');
  expect(title).toBe("Downloading Chromium's headless shell …");
  expect(parameters).toMatch(/^--yes @playwright\/test@[\d.]+ install --only-shell chromium$/);
  expect(found).toHaveLength(2);
  for (const path of found) {
    expect(path.startsWith(join(project, '.cache/playwright'))).toBe(true);
    expect(path.endsWith(shell)).toBe(true);
  }
});

test('a browser that cannot be downloaded is named in a sentence', startsProcess, () => {
  const { status, stderr } = findPrograms(printBrowser, 'exit 1');
  expect(status).toBe(1);
  expect(stderr.trim()).toMatch(/^The tests need Chrome or Chromium.*set CHROMIUM to its path\.$/);
});
