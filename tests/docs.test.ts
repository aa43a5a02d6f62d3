import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';

// What the docs name exists: files, commands, settings, log events, columns, and where their links lead.

const root = join(import.meta.dirname, '..');
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');
const pages = globSync(['*.md', '{docs,lab,content}/**/*.md'], { cwd: root });
const folders = '{content,contract,deploy,lab,postbuild,public,scripts,server,site,supabase,tests}';
const files = globSync([`${folders}/**/*`, '*', '.ci/*'], { cwd: root }).map((file) => `/${file}`);
const source = globSync(`${folders}/**/*.{ts,tsx,mjs,css,sql,sh,service,timer}`, { cwd: root })
  .filter((file) => file !== 'tests/docs.test.ts')
  .map(textOf)
  .join('\n');
const { scripts } = JSON.parse(textOf('package.json'));

/** What is not ours: a language that a reader adds, and settings of Patroni, nginx and pg_auto_failover. */
const others = ['content/words/pt.ts', 'loop_wait', 'ssl_buffer_size'];

/** What a page puts in backticks, in a line or a block. */
const quoted = pages.flatMap((page) =>
  Array.from(textOf(page).matchAll(/`([^`\n]+)`|^ {4}(.+)$/gm), ([, inline, line]) => ({
    page,
    quote: inline ?? line ?? '',
  })),
);

/** Those that match, as `page: what it names`. */
function named(pattern: RegExp) {
  return quoted.flatMap(({ page, quote }) => {
    const [, name = ''] = pattern.exec(quote) ?? [];
    return name && !others.includes(name) ? [{ page, name }] : [];
  });
}

function expectAll(found: { page: string; name: string }[], exists: (name: string) => boolean) {
  expect(found.length).toBeGreaterThan(5);
  const missing = found.filter(({ name }) => !exists(name));
  expect(missing.map(({ page, name }) => `${page}: ${name}`)).toEqual([]);
}

test('files', () => {
  // With a capital word the owner or a reader puts the name: campaigns/NAME.ts.
  const ours = named(/^([\w[][\w[\].-]*(?:\/[\w[\].-]+)*\.(?:tsx?|mjs|css|sh|sql|service|timer))$/);
  expectAll(
    ours.filter(({ name }) => !/\b[A-Z]{3,}\b/.test(name)),
    // A path begins at the root. A name alone may be of any folder.
    (name) => files.some((file) => (name.includes('/') ? file === `/${name}` : file.endsWith(`/${name}`))),
  );
});

test.each([
  ['settings', /^([A-Z][A-Z\d]*(?:_[A-Z\d]+)+)(?:=.*)?$/],
  ['log events and columns', /^([a-z]+(?:_[a-z]+)+)$/],
])('%s', (_, pattern) => {
  expectAll(named(pattern), (name) => new RegExp(`\\b${name}\\b`).test(source));
});

test('commands', () => {
  expectAll(named(/\bnpm run (?:--silent )?([\w:-]+)/), (name) => name in scripts);
});

test('links', () => {
  const links = pages.flatMap((page) => {
    const targets = textOf(page).matchAll(/\]\(((?!https?:|mailto:)[^)\s]+)\)/g);
    return Array.from(targets, ([, name = '']) => ({ page, name }));
  });
  const leads = ({ page, name }: { page: string; name: string }) => {
    const [path = '', anchor] = name.split('#');
    const file = join(dirname(page), path || basename(page));
    if (!existsSync(join(root, file))) {
      return false;
    }
    return anchor === undefined || anchorsOf(textOf(file)).includes(anchor);
  };
  expect(links.length).toBeGreaterThan(5);
  expect(links.filter((link) => !leads(link))).toEqual([]);
});

/** The anchors that GitHub gives the headings of a page. */
const anchorsOf = (markdown: string) =>
  Array.from(markdown.matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
