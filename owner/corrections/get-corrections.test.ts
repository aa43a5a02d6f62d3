import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { startsProcess } from '../../scripts/time-limits.mjs';
import type { Json } from './convert-words.ts';
import { formatJson } from './merge-json.ts';

// An owner's clone gets corrections, after the author has turned the words into data.

const program = join(import.meta.dirname, 'get-corrections.ts');

/** Makes a repository of the author, and the owner's clone of its first version. */
function createClone() {
  const folder = mkdtempSync(join(tmpdir(), 'corrections-'));
  const git = (cwd: string, ...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...words], {
      cwd,
      encoding: 'utf8',
      env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null' },
    });
  const commit = (name: string, files: Record<string, string | undefined>) => {
    const cwd = join(folder, name);
    for (const [file, text] of Object.entries(files)) {
      if (text === undefined) {
        rmSync(join(cwd, file));
      } else {
        mkdirSync(dirname(join(cwd, file)), { recursive: true });
        writeFileSync(join(cwd, file), text);
      }
    }
    git(cwd, 'add', '--all');
    git(cwd, 'commit', '--quiet', '--message', 'A version');
  };
  git(folder, 'init', '--quiet', '--initial-branch=main', 'author');
  commit('author', first);
  git(folder, 'clone', '--quiet', '--origin=upstream', 'author', 'owner');
  git(join(folder, 'owner'), 'config', 'user.name', 'Owner');
  git(join(folder, 'owner'), 'config', 'user.email', 'owner@example.com');
  const getCorrections = () => {
    git(join(folder, 'owner'), 'fetch', '--quiet', 'upstream');
    const { status, stdout, stderr } = spawnSync('node', [program], {
      cwd: join(folder, 'owner'),
      encoding: 'utf8',
    });
    return { status, printed: stdout + stderr };
  };
  const path = (file: string) => join(folder, 'owner', file);
  const read = (file: string): string => readFileSync(path(file), 'utf8');
  return { commit, getCorrections, read, has: (file: string) => existsSync(path(file)) };
}

const formerWords = (headline: string, call: string, back: string) =>
  `import { byHours } from './by-facts.ts';
export const en = { hero: { headline: '${headline}', call: byHours('${call}', 'Call') }, back: '${back}' };
export type Words = typeof en;
`;

const words = (headline: string, back: string): Json => ({
  $schema: '../json-schema/words.json',
  hero: { headline, call: { answeredDayAndNight: 'Call at night', otherwise: 'Call' }, more: 'More' },
  back,
});

const first = {
  'content/business.json': formatJson({ name: 'Example', claims: { clients: 500 } }),
  'content/colors.css': '--signs: green;',
  'content/gallery/example.jpg': 'picture',
  'content/words/en.ts': formerWords('Truck down?', 'Call at night', 'Back'),
  'server/main.ts': 'start();',
};

const second = {
  'content/business.json': formatJson({ name: 'Example', claims: { clients: 700 }, rates: '$1' }),
  'content/colors.css': '--signs: blue;',
  'content/gallery/example.jpg': 'smaller picture',
  'content/words/en.ts': undefined,
  'content/words/en.json': formatJson(words('Stranded?', 'Back to the form')),
};

test("corrections keep an owner's facts, words, pictures, and colors", startsProcess, () => {
  const { commit, getCorrections, read, has } = createClone();
  commit('owner', {
    'content/business.json': formatJson({ name: 'Sawtooth', claims: { clients: 40 } }),
    'content/colors.css': '--signs: red;',
    'content/gallery/example.jpg': undefined,
    'content/words/en.ts': formerWords('Rig down?', 'Call, day or night', 'Back'),
  });
  commit('author', second);
  const { status, printed } = getCorrections();
  expect(printed).toContain(
    `Kept your "hero.headline" in content/words/en.json. The project's new text: "Stranded?"`,
  );
  expect(printed).toContain(
    '"rates" in content/business.json is new, with the value "$1". Set your own value.',
  );
  expect(status).toBe(0);
  expect(JSON.parse(read('content/business.json'))).toEqual({
    name: 'Sawtooth',
    claims: { clients: 40 },
    rates: '$1',
  });
  expect(read('content/colors.css')).toBe('--signs: red;');
  expect(has('content/gallery/example.jpg')).toBe(false);
  expect(has('content/words/en.ts')).toBe(false);
  expect(JSON.parse(read('content/words/en.json'))).toEqual({
    $schema: '../json-schema/words.json',
    hero: {
      headline: 'Rig down?',
      call: { answeredDayAndNight: 'Call, day or night', otherwise: 'Call' },
      more: 'More',
    },
    back: 'Back to the form',
  });
  // The owner and the author now have the words as data.
  commit('owner', { 'content/words/en.json': formatJson(words('Rig down?', 'Back, please')) });
  commit('author', { 'content/words/en.json': formatJson(words('Need us?', 'Back to the form')) });
  expect(getCorrections().status).toBe(0);
  expect(JSON.parse(read('content/words/en.json'))).toEqual(words('Rig down?', 'Back, please'));
  expect(getCorrections().printed).toBe('Your site is up to date with the project.\n');
});

test('a conflict in code changes nothing and names the file', startsProcess, () => {
  const { commit, getCorrections, read } = createClone();
  commit('owner', { 'server/main.ts': 'start(ours);' });
  commit('author', { ...second, 'server/main.ts': 'start(theirs);' });
  const { status, printed } = getCorrections();
  expect(printed).toContain('Both you and the project changed server/main.ts.');
  expect(status).toBe(1);
  expect([read('server/main.ts'), read('content/words/en.ts')]).toEqual([
    'start(ours);',
    first['content/words/en.ts'],
  ]);
});
