import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import packageFile from '../package.json' with { type: 'json' };
import { startsProcess } from '../scripts/time-limits.mjs';
import { getColor } from '../site/styles/palette.ts';

const site = 'build/site';
const built = globSync('**/*.{html,css,svg}', { cwd: site }).filter((file) => !file.endsWith('404.html'));
const read = (file: string) => readFileSync(`${site}/${file}`, 'utf8');
const landingPage = read('index.html');
const [, deferredName = ''] = /<link rel="stylesheet" href="\/([^"]+)"/.exec(landingPage) ?? [];
const deferred = read(deferredName);

test('the docs name the oldest browsers that package.json lists', () => {
  const docs = readFileSync('docs/browsers.md', 'utf8');
  const [, section = ''] = docs.split('\n## What works where\n');
  const names = { chrome: 'Chrome', safari: 'Safari', firefox: 'Firefox', samsung: 'Samsung Internet' };
  for (const browsers of Object.values(packageFile.browserslist)) {
    for (const [family, name] of Object.entries(names)) {
      const browser = browsers.find((listed) => listed.startsWith(`${family} `));
      const version = browser?.split(' ')[1];
      // Other browsers with the same engine may be named between this name and the version.
      if (version) {
        expect(section).toMatch(new RegExp(`${name}[^.;]*? ${version}\\b`));
      }
    }
  }
});

test.each(built)('%s has only colors and media queries that Chrome 99 supports', (file) => {
  const text = read(file);
  expect(text).not.toMatch(/\b(?:ok)?(?:lch|lab)\(|\bcolor(?:-mix)?\(/);
  expect(text).not.toMatch(/@media[^{]*[<>]/);
});

test('the landing page has each palette color that it uses in hexadecimal', () => {
  const sources = ['content/colors.css', 'site/styles/tokens.css'].map((file) => readFileSync(file, 'utf8'));
  const declared = Array.from(sources.join().matchAll(/(--[\w-]+): (?:oklch\(|#)/g), ([, name]) => name);
  const inHex = Array.from(
    (landingPage + deferred).matchAll(/(--[\w-]+):#[\da-f]{3,8}\b/g),
    ([, name]) => name,
  );
  const used = declared.filter((name = '') => (landingPage + deferred).includes(`var(${name})`));
  expect(used.length).toBeGreaterThan(20);
  expect(used.filter((name) => !inHex.includes(name))).toEqual([]);
  expect(landingPage + deferred).toContain(`--asphalt:${getColor('--asphalt')};`);
});

test('rules for print and old browsers are outside the first response', () => {
  for (const rule of ['@media print', '@supports not']) {
    expect(landingPage.split('<section')[0]).not.toContain(rule);
    expect(deferred).toContain(rule);
  }
});

test('rules for print and old browsers name only existing classes', () => {
  const files = ['site/styles/print.css', 'site/styles/old-browsers.css'];
  const rules = files.map((file) => readFileSync(file, 'utf8')).join();
  const names = Array.from(rules.matchAll(/\.([A-Z]\w+)-(\w+)/g), ([, component = '', name = '']) => ({
    component,
    name,
  }));
  expect(names.length).toBeGreaterThan(10);
  for (const { component, name } of names) {
    const [file = ''] = globSync(`site/*/${component}.module.css`);
    expect(readFileSync(file, 'utf8')).toMatch(new RegExp(`\\.${name}\\b`));
  }
});

test('without popovers, the menu has no buttons and the header scrolls away', () => {
  const [, fallback = ''] = deferred.split('@supports not selector(:popover-open)');
  expect(fallback).toMatch(/^\{\.Header-toggle,\.Header-last button\{display:none\}/);
  expect(fallback).toContain('.Header-header{position:static}');
  // Styles of the open popover must not change the list outside it.
  const open = deferred.match(/\.Header-menu[^{},]*/g) ?? [];
  expect(open.filter((selector) => !/:popover-open|:hover/.test(selector))).toEqual([]);
});

test('without overflow: clip, content that is too wide is hidden', () => {
  const clipped = landingPage.concat(deferred).match(/\.[\w-]+(?=\{[^}]*overflow:clip)/g) ?? [];
  const [, fallback = ''] = deferred.split('@supports not (overflow:clip){');
  const hidden = fallback.split('{')[0]?.split(',');
  expect(clipped.length).toBeGreaterThan(0);
  expect(hidden?.toSorted()).toEqual([...new Set(clipped)].toSorted());
});

/** Features that scripts may use, with es-check's names for them. */
const allowed = [
  // An old browser can't load a script with newer syntax. The browser then sends the form itself.
  ...['ClassStaticBlocks', 'DynamicImport', 'LogicalAssignment', 'NullishCoalescing', 'NumericSeparators'],
  ...['OptionalChaining', 'PrivateClassFields', 'TopLevelAwait'],
  // Our oldest browsers have these functions, but es-check only considers their year, 2020.
  ...['PromiseAllSettled', 'StringMatchAll'],
];

/** Returns es-check's report on features that the oldest browsers in package.json lack, or '' if there are none. */
function findNewFeatures(scripts: string): string {
  const program = 'node_modules/es-check/lib/cli/index.js';
  const options = ['--module', '--checkFeatures', '--browserslistEnv=basic', '--noCache', '--noColor'];
  const ignored = `--ignore=${allowed.join()}`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [program, 'checkBrowser', scripts, ...options, ignored],
    { encoding: 'utf8' },
  );
  return status === 0 ? '' : stdout + stderr;
}

test('scripts call no function that the oldest browsers lack', startsProcess, () => {
  expect(findNewFeatures(`${site}/_astro/*.js`)).toBe('');
});

test.each([
  ['StringToWellFormed', 'document.title.toWellFormed()'],
  ['ArrayFindLast', '[1, 2].findLast(Boolean)'],
  ['StringReplaceAll', 'document.title.replaceAll("a", "b")'],
])('the script check finds %s', startsProcess, (feature, code) => {
  const folder = mkdtempSync(join(tmpdir(), 'scripts-'));
  writeFileSync(join(folder, 'new.js'), `export const made = ${code};`);
  expect(findNewFeatures(join(folder, '*.js'))).toContain(feature);
});
