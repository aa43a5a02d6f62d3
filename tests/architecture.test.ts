import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Who may import whom. Each folder may import itself. */
const arrows: Record<string, readonly string[]> = {
  content: [],
  contract: [],
  site: ['content', 'contract'],
  server: ['content', 'contract'],
};

const sources = Object.keys(arrows).flatMap((folder) =>
  globSync(`${folder}/**/*.{ts,tsx,astro,mjs}`, { cwd: root }).filter(
    (file) => !/\.(test|d)\.ts$/.test(file),
  ),
);

/** The paths, from the root, of the files of ours that a file imports. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const specifiers = Array.from(
    text.matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g),
    ([, path = '']) => path,
  );
  return specifiers.map((path) => relative(root, join(root, dirname(file), path)));
}

test.each(Object.entries(arrows))('%s imports nothing of ours but %j', (folder, allowed) => {
  const wrong = sources
    .filter((file) => file.startsWith(`${folder}/`))
    .flatMap((file) => importsOf(file).map((imported) => ({ file, imported })))
    .filter(({ imported }) => ![folder, ...allowed].includes(imported.split('/', 1).join()));
  expect(wrong).toEqual([]);
});

test('every folder is looked at', () => {
  for (const folder of Object.keys(arrows)) {
    expect(sources.some((file) => file.startsWith(`${folder}/`))).toBe(true);
  }
});

test('content holds words and facts: no markup, no pictures, no packages', () => {
  for (const file of sources.filter((name) => name.startsWith('content/'))) {
    expect(file).toMatch(/\.ts$/);
    expect(readFileSync(join(root, file), 'utf8')).not.toMatch(/from '[^.]/);
  }
});

test('only settings.ts reads the environment of the server, and only main.ts hands it over', () => {
  const readers = sources.filter(
    (file) =>
      file.startsWith('server/') &&
      /process\.env|import\.meta\.env/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(readers).toEqual(['server/main.ts']);
});

test('the browser gets the plain half of the contract, never the schema', () => {
  const schema = sources.filter(
    (file) => file.startsWith('site/') && importsOf(file).includes('contract/contact-request.ts'),
  );
  expect(schema).toEqual([]);
});

test('no file is long', () => {
  const lengthOf = (file: string) => readFileSync(join(root, file), 'utf8').split('\n').length - 1;
  const long = sources.filter((file) => !file.startsWith('content/') && lengthOf(file) > 200);
  expect(long).toEqual([]);
});
