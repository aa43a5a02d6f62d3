import { spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { change, copyProject } from '../support/copy-project.ts';

// What an owner's first hour does: npm run setup with a file of answers, again, and npm run check's look at the pages.

const answers = {
  name: "Dvořák & Son's Diesel",
  phone: '(559) 555-0118',
  email: 'service@dvorakdiesel.com',
  phoneLanguages: ['en', 'es'],
  areas: [{ state: 'CA', city: 'Fresno', averageMinutes: 38, towns: ['Clovis', 'Madera'] }],
  timeZone: 'America/Los_Angeles',
  claims: { yearsOfExperience: 12, clients: '', hoursSaved: '' },
  agency: { name: '', url: '' },
  color: '#7a1f1f',
  siteUrl: 'https://dvorakdiesel.com',
  smtpUrl: 'smtp://me:p%40ss@mail.example.com:587',
};

let copy: string;
beforeAll(() => {
  copy = copyProject();
});

function setup(given: object) {
  writeFileSync(join(copy, 'answers.json'), JSON.stringify(given));
  return node('owner/setup.ts', '--answers', 'answers.json');
}

/** As npm run does: .env is read first. */
function node(...parameters: string[]) {
  const { SITE_URL, SMTP_URL, ...env } = process.env;
  const options = { cwd: copy, env, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync('node', ['--env-file-if-exists=.env', ...parameters], options);
  return { status, printed: stdout + stderr };
}

const read = (file: string) => readFileSync(join(copy, file), 'utf8');

test('writes the facts, builds the site and says where it is', () => {
  const { status, printed } = setup(answers);
  expect(printed).toContain('"npm start" shows it at http://127.0.0.1:');
  expect(printed).not.toContain('p%40ss');
  expect(status).toBe(0);
  expect(read('content/business.ts')).toContain("name: 'Dvořák & Son\\'s Diesel',");
  expect(read('content/service-areas.ts')).toContain("towns: ['Clovis', 'Madera'],");
  expect(read('.env')).toBe(
    'SITE_URL=https://dvorakdiesel.com\nSMTP_URL=smtp://me:p%40ss@mail.example.com:587\n',
  );
  const page = read('build/site/index.html');
  expect(page).toContain('(559) 555-0118');
  expect(page).toContain('<link rel="canonical" href="https://dvorakdiesel.com/"');
  expect(page).toContain('U+159');
});

test('run again with the same answers, or with some of them, it changes nothing', () => {
  expect(setup(answers).printed).toContain('Nothing is to be written.');
  const some = { claims: { yearsOfExperience: 12 }, agency: { name: '' } };
  expect(setup(some).printed).toContain('Nothing is to be written.');
});

test('a file that was edited since is shown as a difference and left alone', () => {
  appendFileSync(join(copy, 'content/business.ts'), '// Call the printer about the shirts.\n');
  const { printed } = setup({ ...answers, name: 'Fresno Diesel', color: '#14573a' });
  expect(printed).toContain('content/business.ts, which was edited since setup wrote it');
  expect(printed).toContain("+   name: 'Fresno Diesel',");
  expect(printed).toContain('content/business.ts is left as it is.');
  expect(read('content/business.ts')).toContain('Dvořák');
  expect(read('content/colors.css')).toContain('--signs: #14573a;');
});

test('the check finds what is left of the former business, and links to nothing', () => {
  expect(node('owner/check.ts').printed).not.toMatch(/^- /m);
  change(copy, 'content/words/en.ts', "tagline: '", "tagline: 'Houston, (713) 555-0147. ");
  change(copy, 'build/site/index.html', 'href="/about"', 'href="/abuot"');
  const { status, printed } = node('owner/check.ts');
  expect(status).toBe(1);
  expect(printed).toMatch(
    /"Houston" of the former business is still in content\/words\/en\.ts, line \d+\. Write your own\./,
  );
  expect(printed).toMatch(
    /"\+17135550147" of the former business is still in content\/words\/en\.ts, line \d+/,
  );
  expect(printed).toContain('index.html links /abuot, which is no page or file.');
});
