import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';

// Everything that the docs name exists: files, commands, settings, log events, columns, and link targets.

const root = join(import.meta.dirname, '..');
const readText = (file: string) => readFileSync(join(root, file), 'utf8');
const pages = globSync(['*.md', '{docs,lab,content}/**/*.md'], { cwd: root });
const folders = '{content,contract,deploy,lab,owner,postbuild,public,scripts,server,site,supabase,tests}';
const files = globSync([`${folders}/**/*`, '*', '.ci/*'], { cwd: root }).map((file) => `/${file}`);
const source = globSync(`${folders}/**/*.{ts,tsx,mjs,css,sql,sh,service,timer}`, { cwd: root })
  .filter((file) => file !== 'tests/docs.test.ts')
  .map(readText)
  .join('\n');
const { scripts } = JSON.parse(readText('package.json'));

/** Settings of other programs. */
const foreignNames = ['loop_wait', 'RESTIC_REPOSITORY', 'RESTIC_PASSWORD_FILE'];

/** All quotes of code: in backticks, in indented blocks, and the words of fenced blocks. */
const quoted = pages.flatMap((page) => {
  const markdown = readText(page);
  const quotes = Array.from(
    markdown.matchAll(/`([^`\n]+)`|^ {4}(.+)$/gm),
    ([, inline, line]) => inline ?? line,
  );
  const fenced = Array.from(markdown.matchAll(/^ *```.*\n([\s\S]*?)^ *```/gm), ([, block = '']) =>
    block.split(/\s+/),
  );
  return [...quotes, ...fenced.flat()].map((quote = '') => ({ page, quote }));
});

/** Finds the names in quotes that match a pattern, each with its page. */
function findNames(pattern: RegExp) {
  return quoted.flatMap(({ page, quote }) => {
    const [, name = ''] = pattern.exec(quote) ?? [];
    return name && !foreignNames.includes(name) ? [{ page, name }] : [];
  });
}

function expectAll(found: { page: string; name: string }[], exists: (name: string) => boolean) {
  expect(found.length).toBeGreaterThan(5);
  const missing = found.filter(({ name }) => !exists(name));
  expect(missing.map(({ page, name }) => `${page}: ${name}`)).toEqual([]);
}

test('files in the docs exist', () => {
  // Readers replace words in capitals, like in campaigns/NAME.ts, with their own names.
  const paths = findNames(/^([\w[][\w[\].-]*(?:\/[\w[\].-]+)*\.(?:tsx?|mjs|css|sh|sql|service|timer))$/);
  expectAll(
    paths.filter(({ name }) => !/\b[A-Z]{3,}\b/.test(name)),
    // A path begins at the root. A name without a path may be in any folder.
    // docs/make-it-yours.md unpacks a folder of the new version in build/.
    (name) =>
      files.some((file) =>
        name.includes('/') ? file === `/${name.replace(/^build\//, '')}` : file.endsWith(`/${name}`),
      ),
  );
});

test.each([
  ['settings', /^([A-Z][A-Z\d]*(?:_[A-Z\d]+)+)(?:=.*)?$/],
  ['log events and columns', /^([a-z]+(?:_[a-z]+)+)$/],
])('%s in the docs exist', (_, pattern) => {
  expectAll(findNames(pattern), (name) => new RegExp(`\\b${name}\\b`).test(source));
});

test('commands in the docs exist', () => {
  expectAll(findNames(/\bnpm run (?:--silent )?([\w:-]+)/), (name) => name in scripts);
});

test('links in the docs have existing targets', () => {
  const links = pages.flatMap((page) => {
    const targets = readText(page).matchAll(/\]\(((?!https?:|mailto:)[^)\s]+)\)/g);
    return Array.from(targets, ([, name = '']) => ({ page, name }));
  });
  const isValid = ({ page, name }: { page: string; name: string }) => {
    const [path = '', anchor] = name.split('#');
    const file = join(dirname(page), path || basename(page));
    if (!existsSync(join(root, file))) {
      return false;
    }
    return anchor === undefined || listAnchors(readText(file)).includes(anchor);
  };
  expect(links.length).toBeGreaterThan(5);
  expect(links.filter((link) => !isValid(link))).toEqual([]);
});

test('sections of the docs that comments name exist', () => {
  // Joins comments across line breaks.
  const comments = source.replace(/\n *(?:\*|\/\/) /g, ' ');
  const references = [
    ...comments.matchAll(/docs\/(?<page>[\w-]+\.md), "(?<section>[^"]+)"/g),
    ...comments.matchAll(/"(?<section>[^"]+)" (?:in |\()docs\/(?<page>[\w-]+\.md)/g),
  ].map(({ groups: { page, section } = {} }) => ({ page: `docs/${page}`, name: `${section}` }));
  const missing = references.filter(({ page, name }) => {
    const text = readText(page);
    return !text.includes(`**${name}.**`) && !new RegExp(`^#+ ${name}$`, 'm').test(text);
  });
  expect(references.length).toBeGreaterThan(10);
  expect(missing).toEqual([]);
});

/** Lists the anchors that GitHub gives to a page's headings. */
const listAnchors = (markdown: string) =>
  Array.from(markdown.matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
