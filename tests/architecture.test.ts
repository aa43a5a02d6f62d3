import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Who may import whom. Each folder may import itself. The product knows nothing of its tests and laboratory. */
const arrows: Record<string, readonly string[]> = {
  content: [],
  contract: ['content'],
  site: ['content', 'contract'],
  server: ['content', 'contract'],
  postbuild: ['server'],
  supabase: ['content', 'contract', 'server'],
  scripts: [],
  deploy: ['content', 'contract', 'scripts', 'server'],
  tests: ['content', 'contract', 'postbuild', 'scripts', 'server', 'site'],
  lab: ['content', 'contract', 'postbuild', 'scripts', 'server', 'site', 'tests'],
};

/** Unit tests stand beside their source, and may use what all tests share. */
const isTest = (file: string) => /\.(test|spec)\.ts$/.test(file);

const sources = Object.keys(arrows).flatMap((folder) =>
  globSync(`${folder}/**/*.{ts,tsx,astro,mjs}`, { cwd: root }).filter((file) => !file.endsWith('.d.ts')),
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
    .filter((file) => file.startsWith(`${folder}/`) && !isTest(file))
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
  for (const file of sources.filter((name) => name.startsWith('content/') && !isTest(name))) {
    expect(file).toMatch(/\.ts$/);
    expect(readFileSync(join(root, file), 'utf8')).not.toMatch(/from '[^.]/);
  }
});

test('only settings.ts reads the environment of the server, and only what is started hands it over', () => {
  const readers = sources.filter(
    (file) =>
      file.startsWith('server/') &&
      !isTest(file) &&
      /process\.env|import\.meta\.env/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(readers.toSorted()).toEqual(['server/commands/environment.ts', 'server/main.ts']);
});

test('the browser gets the plain half of the contract, never the schema', () => {
  const schema = sources.filter(
    (file) => file.startsWith('site/') && importsOf(file).includes('contract/contact-request.ts'),
  );
  expect(schema).toEqual([]);
});

test('no import leads back to where it came from, not even one of types', () => {
  const circles: string[] = [];
  const finished = new Set<string>();
  const follow = (file: string, path: string[]) => {
    const start = path.indexOf(file);
    if (start >= 0) {
      circles.push([...path.slice(start), file].join(' → '));
    } else if (!finished.has(file) && sources.includes(file)) {
      for (const imported of importsOf(file)) follow(imported, [...path, file]);
      finished.add(file);
    }
  };
  for (const file of sources) follow(file, []);
  expect(circles).toEqual([]);
});

test('a file can be read in one sitting: 250 lines, but for tests and data', () => {
  const lengthOf = (file: string) => readFileSync(join(root, file), 'utf8').split('\n').length - 1;
  const isExempt = (file: string) => /^(content|tests)\/|\/mutants\.ts$/.test(file) || isTest(file);
  const long = sources.filter((file) => !isExempt(file) && lengthOf(file) > 250);
  expect(long.map((file) => `${file}: ${lengthOf(file)}`)).toEqual([]);
});
