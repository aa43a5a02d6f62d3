import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { knownLanguages } from '../content/known-languages.ts';
import { validateAnswers } from '../owner/answers.ts';
import { explainError } from '../owner/explain-error.ts';
import { startsProcess } from '../scripts/time-limits.mjs';
import { copyProject } from './support/copy-project.ts';

// These tests check the output of npm run setup before a build. tests/slow/businesses.test.ts also builds.

const copy = copyProject();

function setup(given?: object) {
  writeFileSync(join(copy, 'answers.json'), JSON.stringify(given) ?? '');
  return runSetup(...(given ? ['--answers', 'answers.json'] : []));
}

function runSetup(...options: string[]) {
  const parameters = ['owner/setup.ts', ...options];
  const { status, stdout, stderr } = spawnSync('node', parameters, { cwd: copy, encoding: 'utf8' });
  return { status, printed: stdout + stderr };
}

test.each([
  [
    'two wrong facts',
    { phone: '555-0118', fax: '1' },
    ['"phone" in content/business.json is "555-0118".', '"fax" in content/business.json is unknown'],
  ],
  [
    'an unknown town',
    { areas: [{ state: 'CA', city: 'Frezno', averageMinutes: 38, towns: [] }] },
    ['No town "Frezno" is known in California.'],
  ],
  [
    'no answers, without a terminal',
    undefined,
    ['npm run setup needs a terminal. In a script, run "npm run setup -- --answers FILE"'],
  ],
])('with %s, setup says what to do and writes nothing', startsProcess, (_, given, sentences) => {
  const facts = () => readFileSync(join(copy, 'content/business.json'), 'utf8');
  const before = facts();
  const { status, printed } = setup(given);
  expect(status).toBe(1);
  for (const sentence of sentences) {
    expect(printed).toContain(sentence);
  }
  expect(printed).not.toMatch(/\n {4}at /);
  expect(facts()).toBe(before);
});

test.each([
  { option: '--help', exitCode: 0 },
  { option: '--answer', exitCode: 1 },
])('setup $option prints the usage', startsProcess, ({ option, exitCode }) => {
  const { status, printed } = runSetup(option);
  expect(status).toBe(exitCode);
  expect(printed).toContain('npm run setup -- --answers FILE');
  expect(printed).not.toMatch(/\n {4}at /);
});

const area = { state: 'ID', city: 'Twin Falls', averageMinutes: 40, towns: [] };

test.each<[Parameters<typeof validateAnswers>[0], sentence: string]>([
  [{ areas: [{ ...area, state: '' }] }, 'The state is missing. Write its two letters, like "TX".'],
  [
    { languages: ['English'] as never },
    `The language is "English". Write one of ${Object.keys(knownLanguages).join(', ')}.`,
  ],
  [
    { hours: { days: 'Mon-Sat', opens: '06:00', closes: '22:00' } },
    'The part with the days is "Mon-Sat". Use days like "Mo-Sa", or leave this out for every day.',
  ],
  [
    { hours: { opens: '6am to 10pm', closes: '' } },
    'The opening time is "6am to 10pm". Use a time like "07:30" or "19:00". The end of the day is "23:59".',
  ],
  [{ phone: '208-555' }, 'The phone number is "208-555". Write ten digits, like "(281) 555-0123".'],
  [
    { areas: [{ ...area, towns: ['Hagermann'] }] },
    'No town "Hagermann" is known near Twin Falls. Check its spelling.',
  ],
])('setup answers %j with: %s', (answers, sentence) => {
  expect(explainError(validateAnswers(answers)[0] ?? '')).toBe(sentence);
});
