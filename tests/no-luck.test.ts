import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const folders = '{content,contract,site,server,lab,tests}';
const files = globSync([`${folders}/**/*.{test,spec}.{ts,tsx}`, 'tests/**/*.ts'], { cwd: root });

/** What makes a test pass on one machine and fail on another, and what to write instead. */
const bans = {
  'Math.random': [/Math\.random/, 'a fixed value, or fast-check with its seed'],
  'a pause': [/(?<![.'])\bsetTimeout\b|waitForTimeout/, 'wait for what is to happen'],
  'an output that a child shares': [/'inherit'/, 'startProcess, or a pipe'],
  'a time that decides': [/performance\.now/, 'the fake clock, or a second thing that arrives later'],
  'any form, alert or dialog': [/locator\('form'\)|getByRole\('(form|alert|dialog)'\)/, 'its name'],
  'one of several': [/\.(first|last|nth)\(/, 'its name, or a selector that tells it from the others'],
  networkidle: [/networkidle/, 'wait for what the page shows'],
} satisfies Record<string, [RegExp, string]>;

/** By file: the ban, and why it does not apply. */
const exceptions: Record<string, string> = {
  'server/store/sqlite/sqlite-store.test.ts: a time that decides':
    'a lower bound, and the fastest of several',
  'tests/support/caddy.ts: a pause': 'polls for a certificate, and Caddy tells nobody that it has one',
  'tests/support/postgres.ts: a pause': 'polls for its port, which it does not announce',
  'tests/support/smtp-sink.ts: a pause': 'a slow mail server is what it stands for',
  'tests/support/engines/firefox.ts: a pause': 'polls for its port, which it does not announce',
  'tests/support/engines/webkit.ts: a pause': 'polls for its port, which it does not announce',
};

test.each(Object.entries(bans))('no test depends on luck: %s', (ban, [pattern, instead]) => {
  const found = files
    .filter((file) => file !== 'tests/no-luck.test.ts' && !exceptions[`${file}: ${ban}`])
    .filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')));
  expect(found, `Instead: ${instead}.`).toEqual([]);
});
