import { globSync, readFileSync, statSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { business } from '../content/business.ts';
import { type Language, languages } from '../content/languages.ts';
import { privacyAnchor } from '../content/navigation.ts';
import { phoneLink } from '../content/phone-number.ts';
import { serviceAreas } from '../content/service-areas.ts';
import { words } from '../content/words/index.ts';
import { isExample } from '../owner/answers.ts';
import { bytesOnTheWire } from './support/raw-exchange.ts';
import { type InProcessServer, startInProcess } from './support/start-in-process.ts';

/** What fits into a new connection's initial congestion window, allowing for TLS. Exact bytes. */
const firstResponseLimit = isExample ? 10_000 : 10_800;

/** Compressed bytes of all files that a landing page without photographs loads until its end, not counting React. */
const wholePageLimit = 65_000;

/** Compressed bytes of scripts, without headers. */
const scriptLimits = {
  /** On every page, before any interaction. */
  page: 3_500,
  /** The form's own code, besides React. */
  form: 11_200,
  /** Loaded after the form. */
  laterParts: 2_000,
  /** The owner's page, React included. */
  dispatch: 80_000,
  /** The driver's page. */
  request: 4_000,
  /** Loaded later: the area check with the board's lamps, and for each area its ZIP codes. */
  later: 1_000 + 2_000 + 2_500 * serviceAreas.length,
};

const site = 'build/site';
const pages = globSync('**/*.html', { cwd: site });
const read = (file: string) => readFileSync(`${site}/${file}`, 'utf8');
const landingPages = Object.entries(languages) as [Language, { path: string }][];
let server: InProcessServer;

beforeAll(async () => {
  server = await startInProcess({}, { cwd: '.' });
});
afterAll(() => server.stop());

test.each(pages)('the first response of %s fits', async (page) => {
  const path = page.replace(/(index)?\.html$/, '');
  expect(await bytesOnTheWire(`${server.url}/${path}`)).toBeLessThanOrEqual(firstResponseLimit);
});

test.runIf(isExample).each(landingPages)(
  'the whole landing page (%s) without React fits: what it loads until its end',
  (language, { path }) => {
    const html = read(`${path.slice(1)}index.html`);
    const scripts = ['Page.astro_*', 'hydrate.*', 'later-parts.*', 'show-area-check.*', 'find-area.*'];
    const words = [`words-${language}.*`, `area-words-${language}.*`];
    const loaded = new Set([...scripts, ...words].flatMap((name) => [...importsOf(script(name))]));
    loaded.delete(script('react.*'));
    const linked = html.matchAll(/(?:href|src|srcSet)="\/([^"#]+\.(?:css|svg))[#"]/gi);
    for (const [, file = ''] of linked) {
      loaded.add(file);
    }
    for (const file of globSync('_astro/{overpass,after-paint}*.{woff2,css}', { cwd: site })) {
      loaded.add(file);
    }
    expect([...loaded].filter((file) => /^(es\/)?(maps|scenes|drawings)\.svg$/.test(file))).toHaveLength(3);
    expect(bytesOf([`${path.slice(1)}index.html`, ...loaded])).toBeLessThanOrEqual(wholePageLimit);
  },
);

test('Dispatch loads React together with its own script, not after it', () => {
  expect(read('dispatch.html')).toContain(`<link rel="modulepreload" href="/${script('react.*')}"/>`);
});

test('scripts stay within their bytes: the page’s, the form’s in each language, and what comes later', () => {
  expect(bytesOf([script('Page.astro_*')])).toBeLessThanOrEqual(scriptLimits.page);
  const hydration = importsOf(script('hydrate.*'));
  const ours = [...hydration].filter((file) => !/\/(react|Page\.astro_\w+)\./.test(file));
  expect(ours.length, 'hydrate, and what the area check shares').toBeGreaterThan(1);
  for (const language of Object.keys(languages)) {
    expect(bytesOf([...ours, script(`words-${language}.*`)])).toBeLessThanOrEqual(scriptLimits.form);
  }
  expect(bytesOf(importsOf(script('later-parts.*')).difference(hydration))).toBeLessThanOrEqual(
    scriptLimits.laterParts,
  );
  const later = new Set(['show-area-check.*', 'find-area.*'].flatMap((name) => [...importsOf(script(name))]));
  expect(bytesOf(later.difference(hydration))).toBeLessThanOrEqual(scriptLimits.later);
});

test('the pages that nobody links to fit, and public pages load none of their scripts', () => {
  const dispatch = importsOf(script('dispatch.astro_*index_2*'));
  const request = importsOf(script('request.astro_*'));
  expect(bytesOf(dispatch)).toBeLessThanOrEqual(scriptLimits.dispatch);
  expect(bytesOf(request)).toBeLessThanOrEqual(scriptLimits.request);
  const scripts = pages.map((page) => [page, read(page).match(/_astro\/(dispatch|request)\.astro/)?.[1]]);
  expect(scripts.filter(([page, loaded]) => loaded && !page?.includes(loaded))).toEqual([]);
  expect(scripts.filter(([, loaded]) => loaded)).toHaveLength(1 + landingPages.length);
});

test('the script of a page is one file, so that the page waits for no other', () => {
  expect([...importsOf(script('Page.astro_*'))]).toHaveLength(1);
});

test('no script has a lookbehind, which Safari before 16.4 cannot parse', () => {
  const scripts = globSync('_astro/*.js', { cwd: site });
  expect(scripts.length).toBeGreaterThan(5);
  expect(scripts.filter((file) => /\(\?<[!=]/.test(read(file)))).toEqual([]);
});

test.each(pages)('nothing in %s blocks the first paint', (page) => {
  const html = read(page);
  // A style sheet linked below the first screen only blocks what follows it.
  expect(html.split('<section')[0]).not.toMatch(/<link[^>]+rel="?stylesheet(?![^>]*>$)/);
  expect(html).not.toMatch(/<script(?![^>]*type="?(module|application\/ld\+json))[^>]*src/);
  expect(html.match(/<script>/)).toBeNull();
  expect(html).not.toMatch(/ style=/);
});

// Heard with Orca: Firefox skips landmarks in such sections, and WebKitGTK calls Send just "button".
test('no style has content-visibility, which hides names from screen readers', () => {
  const files = globSync('**/*.{html,css}', { cwd: site });
  expect(files.filter((file) => read(file).includes('content-visibility'))).toEqual([]);
});

test.each(pages)(
  'the first response of %s defines each custom property that it uses, and no other',
  (page) => {
    const [head = '', below] = read(page).split('<link rel="stylesheet"');
    const inline = Array.from(head.matchAll(/<style>(.*?)<\/style>/gs), ([, css]) => css).join('');
    const used = new Set(Array.from(head.matchAll(/var\((--[\w-]+)/g), ([, name]) => name));
    const defined = new Set(Array.from(inline.matchAll(/[{;](--[\w-]+):/g), ([, name]) => name));
    expect([...used].filter((name) => !defined.has(name))).toEqual([]);
    // Only the landing pages have a screen before their first section.
    if (!below) {
      return;
    }
    const ofRoot = Array.from(inline.matchAll(/:root\{([^}]*)\}/g), ([, all = '']) => all).join(';');
    const names = ofRoot.match(/--[\w-]+(?=:)/g) ?? [];
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => !used.has(name))).toEqual([]);
  },
);

test.each(landingPages)('the %s pages say what becomes of what is sent', (language, { path }) => {
  const { form, privacy } = words[language];
  const pages = { index: read(`${path.slice(1)}index.html`), about: read(`${path.slice(1)}about.html`) };
  expect(pages.index).toContain(form.privacy);
  const link = `#${privacyAnchor}">${privacy.heading}</a>`;
  for (const page of Object.values(pages)) {
    expect(page.split('<footer')[1]).toContain(link);
  }
  const section = pages.about.split(`<section id="${privacyAnchor}"`)[1]?.split('</section>')[0];
  expect(section).toContain(` ${business.retentionDays} `);
  expect(section).toContain(`href="${phoneLink(business.phone)}"`);
  expect(section).toContain(business.privacySince.slice(0, 4));
  expect(section).not.toMatch(/[{}]/);
});

test('security.txt says how to report a vulnerability, and expires within a year (RFC 9116)', () => {
  const text = read('.well-known/security.txt');
  expect(text).toMatch(new RegExp(`^Contact: mailto:${business.email}$`, 'm'));
  const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '');
  const months = (expires - Date.now()) / (30.44 * 24 * 60 * 60_000);
  expect(Math.round(months)).toBe(11);
});

test('the headers file fits static hosts: lines under 2,000 characters, at most 100 rules', () => {
  const lines = read('_headers').split('\n');
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(2_000);
  expect(lines.filter((line) => line.startsWith('/')).length).toBeLessThanOrEqual(100);
});

/** The path of a built script by its name. */
function script(name: string): string {
  const paths = globSync(`_astro/${name}.js`, { cwd: site });
  expect(paths, name).toHaveLength(1);
  return paths.join();
}

/** A script and everything it imports statically. */
function importsOf(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) {
    return found;
  }
  found.add(file);
  const code = read(file);
  for (const [, name = ''] of code.matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+)["'`]/g)) {
    importsOf(`_astro/${name}`, found);
  }
  return found;
}

const bytesOf = (files: Iterable<string>) => Array.from(files, sizeOf).reduce((sum, size) => sum + size, 0);

/** The bytes of a file's body. Only a font is already compressed. */
const sizeOf = (file: string) => statSync(`${site}/${file}${file.endsWith('.woff2') ? '' : '.br'}`).size;
