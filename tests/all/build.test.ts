import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { business } from '../../content/business.ts';
import { change, copyProject } from '../support/copy-project.ts';

test('tests rebuild only when sources have changed', () => {
  const copy = copyProject();
  const buildIfStale = () => {
    execFileSync('node', ['scripts/build.mjs', '--if-stale'], { cwd: copy, stdio: 'pipe' });
    return statSync(join(copy, 'build/site')).ino;
  };
  const built = buildIfStale();
  expect(buildIfStale()).toBe(built);
  change(copy, 'content/business.json', business.name, `${business.name} Two`);
  expect(buildIfStale()).not.toBe(built);
  expect(readFileSync(join(copy, 'build/site/index.html'), 'utf8')).toContain(`${business.name} Two`);
});
