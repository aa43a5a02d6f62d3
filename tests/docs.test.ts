import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

// What the docs name exists: files, commands, settings, log events, columns, and where their links lead.

const root = join(import.meta.dirname, '..');
const pages = globSync(['*.md', '{docs,lab,content}/**/*.md'], { cwd: root });
const folders = '{content,contract,deploy,lab,postbuild,public,scripts,server,site,supabase,tests}';
const files = globSync([`${folders}/**/*`, '*', '.ci/*'], { cwd: root }).map((file) => `/${file}`);
const source = globSync(`${folders}/**/*.{ts,tsx,mjs,css,sql,sh,service,timer}`, { cwd: root })
  .filter((file) => file !== 'tests/docs.test.ts')
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** What is not ours: a language that a reader adds, and settings of Patroni, nginx and pg_auto_failover. */
const others = ['content/words/pt.ts', 'loop_wait', 'ssl_buffer_size'];

/** What a page puts in backticks, in a line or a block. */
const quoted = pages.flatMap((page) => {
  const text = readFileSync(join(root, page), 'utf8');
  return Array.from(text.matchAll(/`([^`\n]+)`|^ {4}(.+)$/gm), ([, inline, line]) => ({
    page,
    quote: inline ?? line ?? '',
  }));
});

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
    (name) => files.some((file) => file.endsWith(`/${name}`)),
  );
});

test('commands', () => {
  expectAll(named(/\bnpm run (?:--silent )?([\w:-]+)/), (name) => name in scripts);
});

test('settings', () => {
  expectAll(named(/^([A-Z][A-Z\d]*(?:_[A-Z\d]+)+)(?:=.*)?$/), (name) =>
    new RegExp(`\\b${name}\\b`).test(source),
  );
});

test('log events and columns', () => {
  expectAll(named(/^([a-z]+(?:_[a-z]+)+)$/), (name) => new RegExp(`\\b${name}\\b`).test(source));
});

test('links', () => {
  const links = pages.flatMap((page) =>
    Array.from(
      readFileSync(join(root, page), 'utf8').matchAll(/\]\(((?!https?:|mailto:)[^)\s]+)\)/g),
      ([, name = '']) => ({
        page: `${page}`,
        name: `${join(dirname(page), name.split('#')[0] || page.split('/').pop() || '')}#${name.split('#')[1] ?? ''}`,
      }),
    ),
  );
  expectAll(links, (link) => {
    const [file = '', heading] = link.split('#');
    if (!existsSync(join(root, file))) return false;
    return !heading || headingsOf(file).includes(heading);
  });
});

/** A page's headings as GitHub links them. */
function headingsOf(page: string) {
  return Array.from(readFileSync(join(root, page), 'utf8').matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
