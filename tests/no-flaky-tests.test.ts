import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const folders = '{content,contract,site,server,owner,lab,tests}';
const files = globSync([`${folders}/**/*.{test,spec}.{ts,tsx}`, 'tests/**/*.ts'], { cwd: root });

/** Code that makes a test pass on some machines and fail on others, and its replacement. */
const flakyPatterns = {
  'Math.random': [/Math\.random/, 'a fixed value, or fast-check with its seed'],
  'a pause': [/(?<![.'])\bsetTimeout\b|waitForTimeout/, 'wait for the expected event'],
  'an output that a child shares': [/'inherit'/, 'startProcess, or a pipe'],
  'a measured time': [/performance\.now/, 'the fake clock, or a second thing that arrives later'],
  'any form, alert or dialog': [/locator\('form'\)|getByRole\('(form|alert|dialog)'\)/, 'its name'],
  'one of several': [/\.(first|last|nth)\(/, 'its name, or a selector that matches only this one'],
  networkidle: [/networkidle/, 'wait for content of the page'],
} satisfies Record<string, [RegExp, string]>;

/** The reasons why a pattern doesn't apply to a file. */
const exceptions: Record<string, string> = {
  'tests/support/caddy.ts: a pause': 'polls for a certificate, because Caddy does not announce it',
  'tests/support/postgres.ts: a pause': 'polls for its port, which it does not announce',
  'tests/support/engines/firefox.ts: a pause': 'polls for its port, which it does not announce',
  'tests/support/engines/webkit.ts: a pause': 'polls for its port, which it does not announce',
};

test.each(Object.entries(flakyPatterns))('no test depends on luck: %s', (name, [pattern, instead]) => {
  const found = files
    .filter((file) => file !== 'tests/no-flaky-tests.test.ts')
    .filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')))
    .map((file) => `${file}: ${name}`);
  const excepted = Object.keys(exceptions).filter((exception) => exception.endsWith(`: ${name}`));
  expect(new Set(found), `Instead: ${instead}.`).toEqual(new Set(excepted));
});
