import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** The folders that each folder may import, besides itself. The product must not import tests or lab. */
const allowedImports: Record<string, readonly string[]> = {
  content: [],
  contract: ['content'],
  site: ['content', 'contract'],
  server: ['content', 'contract'],
  postbuild: ['package.json', 'server'],
  supabase: ['content', 'contract', 'server'],
  owner: ['content', 'scripts', 'server', 'site'],
  scripts: [],
  deploy: ['content', 'contract', 'scripts', 'server'],
  tests: ['content', 'contract', 'postbuild', 'scripts', 'server', 'site'],
  lab: ['content', 'contract', 'owner', 'postbuild', 'scripts', 'server', 'site', 'tests'],
};

/** The server's layers in the order of docs/architecture.md. Each part may import itself and parts on later lines. */
const layers = [
  ['main.ts'],
  ['app.ts'],
  ['commands'],
  ['dispatch'],
  ['live-changes'],
  ['request-status'],
  ['api-error.ts'],
  ['alerts', 'contact-form'],
  ['channels.ts'],
  ['mail', 'paging'],
  ['store'],
  ['requests'],
  ['queue'],
  ['http'],
  ['settings', 'text'],
  ['log', 'clock.ts'],
];

/** Unit tests are next to their source and may use tests/support. */
const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file);

const sources = Object.keys(allowedImports).flatMap((folder) =>
  globSync(`${folder}/**/*.{ts,tsx,astro,mjs}`, { cwd: root }).filter((file) => !file.endsWith('.d.ts')),
);

/** Lists the project files that a file imports, as paths from the root. */
function listImports(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const specifiers = text.matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g);
  return Array.from(specifiers, ([, path = '']) => relative(root, join(root, dirname(file), path)));
}

test.each(Object.entries(allowedImports))('%s imports only from %j', (folder, allowed) => {
  const files = sources.filter((file) => file.startsWith(`${folder}/`) && !isTest(file));
  expect(files).not.toEqual([]);
  const wrong = files
    .flatMap((file) => listImports(file).map((imported) => ({ file, imported })))
    .filter(({ imported }) => ![folder, ...allowed].includes(imported.split('/', 1).join()));
  expect(wrong).toEqual([]);
});

test("the server's layers import only layers on later lines", () => {
  const findPart = (file: string) => file.split('/')[1] ?? '';
  const findLine = (file: string) => layers.findIndex((line) => line.includes(findPart(file)));
  const files = sources.filter((file) => file.startsWith('server/') && !isTest(file));
  expect(files.filter((file) => findLine(file) < 0)).toEqual([]);
  const backward = files.flatMap((file) =>
    listImports(file)
      .filter((imported) => imported.startsWith('server/') && findPart(imported) !== findPart(file))
      .filter((imported) => findLine(imported) <= findLine(file))
      .map((imported) => `${file} → ${imported}`),
  );
  expect(backward).toEqual([]);
});

test("docs/architecture.md lists the server's layers in order", () => {
  const documented = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('    '))
    .map((line) => line.trim().split(', '));
  expect(documented).toEqual(layers);
});

test('server/queue imports only the clock, the log, and itself', () => {
  const files = sources.filter((file) => file.startsWith('server/queue/') && !isTest(file));
  expect(files.length).toBeGreaterThan(5);
  const allowed = /^server\/(queue\/.+|clock\.ts|log\/log\.ts)$/;
  const wrong = files
    .flatMap((file) => listImports(file).map((imported) => ({ file, imported })))
    .filter(({ imported }) => !allowed.test(imported));
  expect(wrong).toEqual([]);
});

test('owner/corrections imports only itself, because it runs in older versions', () => {
  const files = sources.filter((file) => file.startsWith('owner/corrections/') && !isTest(file));
  expect(files.length).toBeGreaterThan(2);
  const imported = files.flatMap(listImports);
  expect(imported.filter((file) => !file.startsWith('owner/corrections/'))).toEqual([]);
});

test("only environment.ts reads the server's environment, passed in by entry points", () => {
  const readers = sources.filter(
    (file) =>
      file.startsWith('server/') &&
      !isTest(file) &&
      /process\.env|import\.meta\.env/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(readers.toSorted()).toEqual(['server/settings/environment.ts']);
});

test('there are no import cycles, not even of types', () => {
  const cycles: string[] = [];
  const finished = new Set<string>();
  const follow = (file: string, path: string[]) => {
    const start = path.indexOf(file);
    if (start >= 0) {
      cycles.push([...path.slice(start), file].join(' → '));
    } else if (!finished.has(file) && sources.includes(file)) {
      for (const imported of listImports(file)) {
        follow(imported, [...path, file]);
      }
      finished.add(file);
    }
  };
  for (const file of sources) {
    follow(file, []);
  }
  expect(cycles).toEqual([]);
});

test('files have at most 250 lines, except tests and data', () => {
  const countLines = (file: string) => readFileSync(join(root, file), 'utf8').split('\n').length - 1;
  const isExempt = (file: string) => /^(content|tests)\//.test(file) || isTest(file);
  const long = sources.filter((file) => !isExempt(file) && countLines(file) > 250);
  expect(long.map((file) => `${file}: ${countLines(file)}`)).toEqual([]);
});
