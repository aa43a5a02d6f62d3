import { globSync, readFileSync, statSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { business } from '../content/business.ts';
import { type Language, languages } from '../content/languages.ts';
import { privacyAnchor } from '../content/navigation.ts';
import { formatPhoneLink } from '../content/phone-number.ts';
import { serviceAreas } from '../content/service-areas.ts';
import { services } from '../content/services.ts';
import { words } from '../content/words/index.ts';
import { fieldNames } from '../contract/contact-fields.ts';
import { isExampleSite } from '../owner/answers.ts';
import { countBytesOnTheWire } from './support/raw-exchange.ts';
import { type InProcessServer, startInProcess } from './support/start-in-process.ts';

/** The exact bytes that fit into a new connection's initial congestion window, allowing for TLS. */
const firstResponseLimit = isExampleSite ? 10_000 : 10_800;

/** The limits are for the specification's two languages, six services, and five fields. Further ones add words. */
const furtherLanguages = Math.max(0, Object.keys(languages).length - 2);
const furtherWords = Math.max(0, services.length - 6) + Math.max(0, fieldNames.length - 5);

/** Compressed bytes of all files that a landing page without photographs loads while scrolling, except React. */
const wholePageLimit = 65_000 + 500 * (furtherLanguages + furtherWords);

/** Compressed bytes of scripts, without headers. */
const scriptLimits = {
  /** The script of every public page, which runs before any interaction. */
  page: 3_500 + 100 * furtherLanguages,
  /** The form's own code, without React. An owner's words may be longer than the example's. */
  form: 11_200 + 150 * furtherWords + (isExampleSite ? 0 : 800),
  /** The parts that load after the form. */
  lazyParts: 2_000,
  /** The owner's page, with React. */
  dispatch: 80_000,
  /** The driver's page. */
  request: 4_000,
  /** The lamps of the driver's page. */
  lamps: 3_000,
  /** The area check with the board's lamps, and each area's ZIP codes, which load later. */
  later: 1_000 + 2_000 + 2_500 * serviceAreas.length,
};

const inBytes = 'bytes';

const site = 'build/site';
const pages = globSync('**/*.html', { cwd: site });
const read = (file: string) => readFileSync(`${site}/${file}`, 'utf8');
const landingPages = Object.entries(languages) as [Language, { path: string }][];
let server: InProcessServer;

beforeAll(async () => {
  server = await startInProcess({}, { cwd: '.' });
});
afterAll(() => server.stop());

test.each(pages)('the first response of %s stays within its limit', async (page) => {
  const path = page.replace(/(index)?\.html$/, '');
  expect(await countBytesOnTheWire(`${server.url}/${path}`)).toBeLessThanOrEqual(firstResponseLimit);
});

test.runIf(isExampleSite).each(landingPages)(
  'all files of the landing page (%s) without React stay within their limit',
  (language, { path }) => {
    const html = read(`${path.slice(1)}index.html`);
    const scripts = ['Page.astro_*', 'hydrate.*', 'lazy-parts.*', 'show-area-check.*', 'find-area.*'];
    const words = [`words-${language}.*`, `area-words-${language}.*`];
    const loaded = new Set([...scripts, ...words].flatMap((name) => [...listImports(findScript(name))]));
    loaded.delete(findScript('react.*'));
    const linked = html.matchAll(/(?:href|src|srcSet)="\/([^"#]+\.(?:css|svg))[#"]/gi);
    for (const [, file = ''] of linked) {
      loaded.add(file);
    }
    for (const file of globSync('_astro/{overpass,after-paint}*.{woff2,css}', { cwd: site })) {
      loaded.add(file);
    }
    expect([...loaded].filter((file) => /^(\w\w\/)?(maps|scenes|sprite)\.svg$/.test(file))).toHaveLength(3);
    expect(sumSizes([`${path.slice(1)}index.html`, ...loaded]), inBytes).toBeLessThanOrEqual(wholePageLimit);
  },
);

test('Dispatch loads React together with its own script, not after it', () => {
  expect(read('dispatch.html')).toContain(`<link rel="modulepreload" href="/${findScript('react.*')}"/>`);
});

test('the scripts of public pages stay within their limits', () => {
  expect(sumSizes([findScript('Page.astro_*')]), inBytes).toBeLessThanOrEqual(scriptLimits.page);
  const hydration = listImports(findScript('hydrate.*'));
  const formFiles = [...hydration].filter((file) => !/\/(react|Page\.astro_\w+)\./.test(file));
  expect(formFiles.length, 'hydrate, and the code shared with the area check').toBeGreaterThan(1);
  for (const language of Object.keys(languages)) {
    expect(sumSizes([...formFiles, findScript(`words-${language}.*`)])).toBeLessThanOrEqual(
      scriptLimits.form,
    );
  }
  expect(sumSizes(listImports(findScript('lazy-parts.*')).difference(hydration))).toBeLessThanOrEqual(
    scriptLimits.lazyParts,
  );
  const later = new Set(
    ['show-area-check.*', 'find-area.*'].flatMap((name) => [...listImports(findScript(name))]),
  );
  expect(sumSizes(later.difference(hydration))).toBeLessThanOrEqual(scriptLimits.later);
});

test('the scripts of unlinked pages stay within their limits and off public pages', () => {
  const dispatch = listImports(findScript('dispatch.astro_*index_2*'));
  const request = listImports(findScript('request.astro_*'));
  expect(sumSizes(dispatch)).toBeLessThanOrEqual(scriptLimits.dispatch);
  expect(sumSizes(request)).toBeLessThanOrEqual(scriptLimits.request);
  expect(sumSizes([findScript('start-lamps-*')])).toBeLessThanOrEqual(scriptLimits.lamps);
  const scripts = pages.map((page) => [page, read(page).match(/_astro\/(dispatch|request)\.astro/)?.[1]]);
  expect(scripts.filter(([page, loaded]) => loaded && !page?.includes(loaded))).toEqual([]);
  expect(scripts.filter(([, loaded]) => loaded)).toHaveLength(1 + landingPages.length);
});

test("a page's script is one file, so the page waits for no other", () => {
  expect([...listImports(findScript('Page.astro_*'))]).toHaveLength(1);
});

test('no script has a lookbehind, which Safari before 16.4 cannot parse', () => {
  const scripts = globSync('_astro/*.js', { cwd: site });
  expect(scripts.length).toBeGreaterThan(5);
  expect(scripts.filter((file) => /\(\?<[!=]/.test(read(file)))).toEqual([]);
});

test.each(pages)('nothing in %s blocks the first paint', (page) => {
  const html = read(page);
  // A style sheet linked below the first screen blocks only the content after it.
  expect(html.split('<section')[0]).not.toMatch(/<link[^>]+rel="?stylesheet(?![^>]*>$)/);
  expect(html).not.toMatch(/<script(?![^>]*type="?(module|application\/ld\+json))[^>]*src/);
  expect(html.match(/<script>/)).toBeNull();
  expect(html).not.toMatch(/ style=/);
});

// With Orca, Firefox skipped landmarks in such sections, and WebKitGTK announced Send only as "button".
test('no style has content-visibility, which hides names from screen readers', () => {
  const files = globSync('**/*.{html,css}', { cwd: site });
  expect(files.filter((file) => read(file).includes('content-visibility'))).toEqual([]);
});

test.each(pages)('the first response of %s defines exactly the custom properties it uses', (page) => {
  const [head = '', below] = read(page).split('<link rel="stylesheet"');
  const inline = Array.from(head.matchAll(/<style>(.*?)<\/style>/gs), ([, css]) => css).join('');
  const used = new Set(Array.from(head.matchAll(/var\((--[\w-]+)/g), ([, name]) => name));
  const defined = new Set(Array.from(inline.matchAll(/[{;](--[\w-]+):/g), ([, name]) => name));
  expect([...used].filter((name) => !defined.has(name))).toEqual([]);
  // Only the landing pages have a first screen before their sections.
  if (!below) {
    return;
  }
  const rootRules = Array.from(inline.matchAll(/:root\{([^}]*)\}/g), ([, all = '']) => all).join(';');
  const names = rootRules.match(/--[\w-]+(?=:)/g) ?? [];
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !used.has(name))).toEqual([]);
});

test.each(landingPages)('the %s pages explain what happens to submitted data', (language, { path }) => {
  const { form, privacy } = words[language];
  const pages = { index: read(`${path.slice(1)}index.html`), about: read(`${path.slice(1)}about.html`) };
  expect(pages.index).toContain(form.privacy);
  const link = `#${privacyAnchor}">${privacy.heading}</a>`;
  for (const page of Object.values(pages)) {
    expect(page.split('<footer')[1]).toContain(link);
  }
  const section = pages.about.split(`<section id="${privacyAnchor}"`)[1]?.split('</section>')[0];
  expect(section).toContain(` ${business.retentionDays} `);
  expect(section).toContain(`href="${formatPhoneLink(business.phone)}"`);
  expect(section).toContain(business.privacySince.slice(0, 4));
  expect(section).toContain('href="/licenses.txt"');
  expect(section).not.toMatch(/[{}]/);
});

test('licenses.txt has the notices of the font, places, and React', () => {
  const text = read('licenses.txt');
  expect(text).toContain('SIL OPEN FONT LICENSE');
  expect(text).toContain('GeoNames');
  expect(text).toContain('Meta Platforms');
});

test('security.txt names a contact and expires within a year (RFC 9116)', () => {
  const text = read('.well-known/security.txt');
  expect(text).toMatch(new RegExp(`^Contact: mailto:${business.email}$`, 'm'));
  const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '');
  const months = (expires - Date.now()) / (30.44 * 24 * 60 * 60_000);
  expect(Math.round(months)).toBe(11);
});

test('the headers file has lines under 2,000 characters and at most 100 rules', () => {
  const lines = read('_headers').split('\n');
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(2_000);
  expect(lines.filter((line) => line.startsWith('/')).length).toBeLessThanOrEqual(100);
});

/** Finds a built script's path by its name. */
function findScript(name: string): string {
  const paths = globSync(`_astro/${name}.js`, { cwd: site });
  expect(paths, name).toHaveLength(1);
  return paths.join();
}

/** Returns a script and everything that it imports statically. */
function listImports(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) {
    return found;
  }
  found.add(file);
  const code = read(file);
  for (const [, name = ''] of code.matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+)["'`]/g)) {
    listImports(`_astro/${name}`, found);
  }
  return found;
}

const sumSizes = (files: Iterable<string>) =>
  Array.from(files, readSize).reduce((sum, size) => sum + size, 0);

/** Returns the compressed bytes of a file. Fonts have no `.br` file, because they are already compressed. */
const readSize = (file: string) => statSync(`${site}/${file}${file.endsWith('.woff2') ? '' : '.br'}`).size;
