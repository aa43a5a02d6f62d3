import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { exampleFacts } from '../../content/example-facts.ts';
import { formatPhone } from '../../content/phone-number.ts';
import { serviceAreas } from '../../content/service-areas.ts';
import { contactPath } from '../../contract/contact-fields.ts';
import { pagePaths } from '../../site/routes.ts';
import { change, copyProject } from '../support/copy-project.ts';
import { exampleRequest } from '../support/example-request.ts';
import { postingTo } from '../support/start-server.ts';
import { startSite } from '../support/start-site.ts';

const wideLogo = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 6 1"/>';

/** Businesses with nothing in common with the example, and the area check's expected answers. */
const businesses = [
  {
    answers: {
      name: 'Cross Timbers Fleet Repair',
      phone: '(817) 555-0163',
      email: 'dispatch@crosstimbersfleet.com',
      languages: ['es', 'en'],
      phoneLanguages: ['en', 'es'],
      areas: [
        { state: 'TX', city: 'Dallas', averageMinutes: 40, towns: ['Plano', 'Garland', 'Mesquite'] },
        { state: 'TX', city: 'Fort Worth', averageMinutes: 35, towns: ['Arlington', 'Mansfield'] },
      ],
    },
    asked: { 75074: 'Dallas', 'Mesquite, TX': 'Dallas', Manfield: 'Fort Worth', 77002: null, Houston: null },
  },
  {
    answers: {
      name: "Muñoz & Son's Diesel",
      phone: '417-555-0118',
      email: 'service@munozdiesel.com',
      languages: ['es'],
      phoneLanguages: ['en'],
      areas: [
        { state: 'MO', city: 'JOPLIN', averageMinutes: 38, towns: ['WEBB CITY', 'Galena', 'Miami, OK'] },
      ],
      claims: { yearsOfExperience: 25, clients: 150, hoursSaved: 3200 },
    },
    asked: { 66739: 'Joplin', 'galena, ks': 'Joplin', 'Webb City': 'Joplin', 74354: 'Joplin', 90001: null },
  },
  {
    answers: {
      name: 'Mosquito Range Repair',
      phone: '719.555.0172',
      email: 'help@mosquitorange.com',
      languages: ['en'],
      phoneLanguages: ['en'],
      areas: [{ state: 'CO', city: 'Leadville', averageMinutes: 75, towns: ['Fairplay'], map: false }],
      timeZone: 'America/Denver',
    },
    asked: { 80440: 'Leadville', 'fairplay, co': 'Leadville', Leadvile: 'Leadville', Denver: null },
  },
];

const former = [
  ...exampleFacts,
  formatPhone(exampleFacts[1] ?? ''),
  ...serviceAreas.flatMap(({ city, towns }) => [
    city,
    ...towns.map((town) => (typeof town === 'string' ? town : town.name)),
  ]),
];

describe.each(businesses)('$answers.name, made by setup,', ({ answers, asked }) => {
  const copy = copyProject();
  const read = (file: string) => readFileSync(join(copy, file), 'utf8');
  const env = { ...process.env, SMTP_URL: 'smtp://127.0.0.1:9' };
  const run = (...parameters: string[]) =>
    execFileSync('node', parameters, { cwd: copy, encoding: 'utf8', stdio: 'pipe', env });
  const setup = () => run('owner/setup.ts', '--answers', 'answers.json');
  const built = () => statSync(join(copy, 'build/site')).ino;

  test('is built in its languages with a wide logo and passes the check', () => {
    writeFileSync(join(copy, 'answers.json'), JSON.stringify(answers));
    writeFileSync(join(copy, 'content/logo.svg'), wideLogo);
    expect(setup()).toContain('SMTP_URL does not work (nothing listens on its port): correct it.');
    expect(run('owner/check.ts')).not.toMatch(/^- /m);
    const pages = globSync('**/*.html', { cwd: join(copy, 'build/site') });
    // Each language has its own page for wrong addresses, and all share Dispatch.
    expect(pages).toHaveLength((Object.keys(pagePaths).length + 1) * answers.languages.length + 1);
    const landing = read('build/site/index.html');
    expect(landing).toContain(`<html lang="${answers.languages[0]}"`);
    expect(landing).not.toMatch(/Missouri|JOPLIN|WEBB/);
    expect(landing).toMatch(/src="\/logo.svg" width="240" height="40" alt="\w/);
    expect(read('build/site/favicon.svg')).toContain(btoa(wideLogo));
  });

  test('does not change or build again when setup runs again', () => {
    const files = ['business', 'service-areas', 'former-facts'].map((name) => `content/${name}.json`);
    const before = [built(), ...files.map(read)];
    setup();
    expect([built(), ...files.map(read)]).toEqual(before);
  });

  test('finds its own towns and ZIP codes in the area check', () => {
    const script = `
      const { findArea } = await import('./site/area-check/find-area.ts');
      const typed = ${JSON.stringify(Object.keys(asked))};
      console.log(JSON.stringify(typed.map((text) => [text, findArea(text)?.city ?? null])));`;
    expect(Object.fromEntries(JSON.parse(run('--input-type=module', '-e', script)))).toEqual(asked);
  });

  test('has no fact of the example in a file, email, or refusal', async () => {
    const message = 'Blown air line on the lot';
    const site = await startSite({ project: copy });
    expect((await postingTo(site.url)({ ...exampleRequest, message })).status).toBe(200);
    const mail = await site.onlyMailWith(message);
    const body = new URLSearchParams({ name: '' });
    const refusal = await (await fetch(site.url + contactPath, { method: 'POST', body })).text();
    await site.stop();
    for (const text of [mail.html, mail.text, refusal]) {
      expect(text).toContain(answers.name.split(' ')[0]);
    }
    const foreign = former.filter((fact) => !JSON.stringify(answers).includes(fact));
    const files = globSync('build/site/**/*.{html,js,css,svg,txt,xml}', { cwd: copy });
    const texts = files.map((name) => [name, read(name)]);
    const sent = ['email and refusal', `${mail.subject} ${mail.text} ${mail.html} ${refusal}`];
    const found = [...texts, sent].flatMap(([name, text = '']) =>
      foreign
        .filter((fact) => new RegExp(`(?<!\\w)${RegExp.escape(fact)}(?!\\w)`).test(text))
        .map((fact) => `${name}: ${fact}`),
    );
    expect(found).toEqual([]);
  });

  test('is built again after an edit, and the check finds leftover example facts', () => {
    change(copy, 'content/words/en.json', '"tagline": "', '"tagline": "Houston, (713) 555-0147. ');
    change(copy, 'content/business.json', /"phone": ".*"/, '"phone": "(915) 555-0142"');
    const before = built();
    run('scripts/build.mjs', '--if-stale');
    expect(built()).not.toBe(before);
    expect(read('build/site/index.html')).toContain('href="tel:+19155550142"');
    const { status, stdout } = spawnSync('node', ['owner/check.ts'], { cwd: copy, encoding: 'utf8' });
    expect(status).toBe(1);
    for (const fact of ['Houston', '(713) 555-0147']) {
      expect(stdout).toContain(`The old "${fact}" is still in content/words/en.json`);
    }
  });
});
