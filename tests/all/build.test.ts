import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { business } from '../../content/business.ts';
import { build, change, changeFacts, copyProject } from '../support/copy-project.ts';

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

test.each([
  [['en'], ['404.html', 'about.html', 'index.html']],
  [['es'], ['404.html', 'about.html', 'index.html']],
  [
    ['es', 'en'],
    ['404.html', 'about.html', 'en/404.html', 'en/about.html', 'en/index.html', 'index.html'],
  ],
])('builds the pages of %j, the first language at the root', (languages, pages) => {
  const copy = copyProject();
  changeFacts(copy, 'business', { languages });
  build(copy);
  expect(globSync('**/*.html', { cwd: join(copy, 'build/site') }).sort()).toEqual(pages);
  const home = readFileSync(join(copy, 'build/site/index.html'), 'utf8');
  expect(home).toContain(`<html lang="${languages[0]}"`);
  expect(home.includes('hrefLang="en"')).toBe(languages.includes('en'));
});
