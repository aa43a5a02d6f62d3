import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { languages } from '../content/languages.ts';
import { serviceAreas } from '../content/service-areas.ts';
import { contactPath } from '../contract/contact-fields.ts';
import { startsProcess } from '../scripts/time-limits.mjs';
import { isExample } from './support/placeholder-business.ts';
import { bytesOnTheWire } from './support/raw-exchange.ts';
import { type InProcessServer, startInProcess } from './support/start-in-process.ts';

/** What fits into a new connection's initial congestion window, allowing for TLS. Exact bytes. */
const firstResponseLimit = isExample ? 10_000 : 10_800;

/** Compressed bytes of scripts, without headers. */
const scriptLimits = {
  /** On every page, before any interaction. */
  page: 3_500,
  /** The form's own code, besides React. */
  form: 11_200,
  /** Loaded later: the area check, and for each area its ZIP codes. */
  later: 1_000 + 2_500 * serviceAreas.length,
};

const site = 'build/site';
const pages = globSync('**/*.html', { cwd: site });
let server: InProcessServer;

beforeAll(async () => {
  server = await startInProcess({}, { cwd: '.' });
});
afterAll(() => server.stop());

test.each(['/', '/about', '/es/', '/es/about', '/nowhere'])(
  `the first response of %s is at most ${firstResponseLimit} bytes`,
  async (path) => {
    expect(await bytesOnTheWire(server.url + path)).toBeLessThanOrEqual(firstResponseLimit);
  },
);

test('the script of every page stays within its budget', () => {
  expect(compressed(script('Page.astro_*'))).toBeLessThanOrEqual(scriptLimits.page);
});

test.each(Object.keys(languages))('the script of the form in %s stays within its bytes', (language) => {
  const form = new Set([script(`words-${language}.*`), ...importsOf(script('hydrate.*'))]);
  const ours = [...form].filter((file) => !/\/(client|Page\.astro_\w+)\./.test(file));
  expect(ours.length, 'hydrate, words, facts and towns').toBeGreaterThan(2);
  const bytes = ours.reduce((sum, file) => sum + compressed(file), 0);
  expect(bytes, ours.join(', ')).toBeLessThanOrEqual(scriptLimits.form);
});

test('scripts loaded after the form stay within their budget', () => {
  const early = importsOf(script('hydrate.*'));
  const later = ['show-area-check.*', 'find-area.*'].flatMap((name) => [...importsOf(script(name))]);
  const bytes = [...new Set(later)]
    .filter((file) => !early.has(file))
    .reduce((sum, file) => sum + compressed(file), 0);
  expect(bytes).toBeLessThanOrEqual(scriptLimits.later);
});

test.each(pages)('nothing in %s blocks the first paint', (page) => {
  const html = readFileSync(`${site}/${page}`, 'utf8');
  // A style sheet linked below the first screen only blocks what follows it.
  expect(html.split('<section')[0]).not.toMatch(/<link[^>]+rel="?stylesheet(?![^>]*>$)/);
  expect(html).not.toMatch(/<script(?![^>]*type="?(module|application\/ld\+json))[^>]*src/);
  const [, inline = '', ...others] = html.split(/<script>/).map((after) => after.split('</script>')[0]);
  // One has to run before the first paint (Page.astro).
  expect(others).toEqual([]);
  expect(inline?.length).toBeLessThan(160);
  expect(html).not.toMatch(/ style=/);
});

test.each(pages)('%s holds no style twice', (page) => {
  const html = readFileSync(`${site}/${page}`, 'utf8');
  const styles = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css = '']) => css).join('\n');
  const rules: string[] = styles.match(/\.[\w-]+\{[^{}]{40,}\}/g) ?? [];
  expect(rules.length).toBeGreaterThan(0);
  expect(rules.filter((rule, index) => rules.indexOf(rule) !== index)).toEqual([]);
});

test('the Nu HTML checker finds no error and no warning on any page', startsProcess, async () => {
  const jar = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar');
  const files = [...pages.map((page) => `${site}/${page}`), await refusalPage()];
  const options = ['-jar', jar, '--format', 'json', '--stdout', '--exit-zero-always'];
  const { messages } = JSON.parse(execFileSync('java', [...options, ...files], { encoding: 'utf8' }));
  // Ignores style remarks: React closes void elements with a slash.
  const faults = messages.filter(({ type, subType }: Remark) => type !== 'info' || subType === 'warning');
  expect(faults).toEqual([]);
});

/** The path of a built script by its name. */
function script(name: string): string {
  const [path, ...others] = globSync(`_astro/${name}.js`, { cwd: site });
  expect(path, name).toBeDefined();
  expect(others, name).toEqual([]);
  return path ?? '';
}

/** A script and everything it imports statically. */
function importsOf(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  const code = readFileSync(join(site, file), 'utf8');
  for (const [, name = ''] of code.matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+)["'`]/g)) {
    importsOf(`_astro/${name}`, found);
  }
  return found;
}

const compressed = (file: string) => statSync(join(site, `${file}.br`)).size;

/** The server's rejection page, as a file. */
async function refusalPage(): Promise<string> {
  const answer = await fetch(server.url + contactPath, {
    method: 'POST',
    body: new URLSearchParams({ name: ' ' }),
  });
  expect(answer.status).toBe(422);
  const file = join(mkdtempSync(join(tmpdir(), 'refusal-')), 'refusal.html');
  writeFileSync(file, await answer.text());
  return file;
}

interface Remark {
  type: string;
  subType?: string;
}
