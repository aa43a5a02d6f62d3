import { execFile } from 'node:child_process';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { business } from '../../content/business.ts';
import { languages } from '../../content/languages.ts';
import { printedPhone } from '../../content/phone-number.ts';
import { change, copyProject, otherNumber } from '../support/copy-project.ts';

const run = promisify(execFile);
const otherPhone = otherNumber(business.phone);
/** The landing page, the about page and the 404 page of each language. */
const pageCount = 3 * Object.keys(languages).length;
let copy: string;

beforeAll(() => {
  copy = copyProject();
});

const pages = () => globSync('build/site/**/*.html', { cwd: copy });
const pagesWith = (phone: string) =>
  pages().filter((page) => readFileSync(join(copy, page), 'utf8').includes(printedPhone(phone)));

test('two concurrent builds, one of them begun before an edit, leave one complete build with the edit', async () => {
  const npmBuild = () => run('npm', ['run', '--silent', 'build'], { cwd: copy });
  const first = npmBuild();
  change(copy, 'content/business.ts', business.phone, otherPhone);
  await Promise.all([first, npmBuild()]);
  expect(pages()).toHaveLength(pageCount);
  expect([pagesWith(business.phone).length, pagesWith(otherPhone).length]).toEqual([0, pageCount]);
  expect(globSync('build/site/**/*.html.br', { cwd: copy })).toHaveLength(pageCount);
  expect(globSync('build/*', { cwd: copy }).sort()).toEqual(['build/built-from', 'build/site']);
});

test('tests rebuild only when sources have changed', async () => {
  const buildIfStale = () => run('node', ['scripts/build.mjs', '--if-stale'], { cwd: copy });
  const folder = () => statSync(join(copy, 'build/site')).ino;
  await buildIfStale();
  const built = folder();
  await buildIfStale();
  expect(folder()).toBe(built);
  change(copy, 'content/business.ts', business.name, `${business.name} Two`);
  await buildIfStale();
  expect(folder()).not.toBe(built);
  expect(readFileSync(join(copy, 'build/site/index.html'), 'utf8')).toContain(`${business.name} Two`);
});
