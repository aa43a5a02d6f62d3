import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { startsProcess } from '../scripts/time-limits.mjs';
import { change, copyProject } from './support/copy-project.ts';

// What npm run setup and npm run check say before anything is built. tests/all/setup.test.ts builds.

let copy: string;
beforeAll(() => {
  copy = copyProject();
  cpSync('build/site', join(copy, 'build/site'), { recursive: true });
});

function node(...parameters: string[]) {
  const options = { cwd: copy, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync('node', parameters, options);
  return { status, printed: stdout + stderr };
}

function setup(given: object) {
  writeFileSync(join(copy, 'answers.json'), JSON.stringify(given));
  return node('owner/setup.ts', '--answers', 'answers.json');
}

test('setup names the answers that it cannot use, and writes nothing', startsProcess, () => {
  const business = () => readFileSync(join(copy, 'content/business.json'), 'utf8');
  const before = business();
  const { status, printed } = setup({
    name: "Dvořák & Son's Diesel",
    phone: '555-0118',
    email: 'service@dvorakdiesel.com',
    timeZone: 'America/Los_Angeles',
    smtpUrl: 'smtp://me:p/ss@mail.example.com:587',
  });
  expect(status).toBe(1);
  for (const sentence of [
    '"phone" in content/business.json is "555-0118".',
    'in the password are written %40',
  ]) {
    expect(printed).toContain(sentence);
  }
  expect(printed).not.toMatch(/\n {4}at /);
  const areas = [{ state: 'CA', city: 'Frezno', averageMinutes: 38, towns: [] }];
  expect(setup({ areas }).printed).toContain('No town "Frezno" is known in California.');
  expect(setup({ fax: '1' }).printed).toContain('answers.json has "fax". Known are name, phone,');
  expect(business()).toBe(before);
});

test('setup without a terminal and without answers says what to do', startsProcess, () => {
  expect(node('owner/setup.ts').printed).toContain(
    'npm run setup asks in a terminal. In a script, run "npm run setup -- --answers FILE"',
  );
});

test('check finds a link to nothing', startsProcess, () => {
  change(copy, 'build/site/index.html', 'href="/about"', 'href="/abuot"');
  const { status, printed } = node('owner/check.ts');
  expect(status).toBe(1);
  expect(printed).toContain('index.html links /abuot, which is no page or file.');
});
