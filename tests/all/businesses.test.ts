import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { printedPhone } from '../../content/phone-number.ts';
import { serviceAreas } from '../../content/service-areas.ts';
import { placeholderFacts } from '../../server/placeholders.ts';
import { change, copyProject } from '../support/copy-project.ts';
import { exampleRequest } from '../support/example-request.ts';
import { postingTo } from '../support/start-server.ts';
import { startSite } from '../support/start-site.ts';

/** Firms that the example has nothing in common with, and what the area check answers of them. */
const businesses = [
  {
    answers: {
      name: 'Cross Timbers Fleet Repair',
      phone: '(817) 555-0163',
      email: 'dispatch@crosstimbersfleet.com',
      phoneLanguages: ['en', 'es'],
      areas: [
        { state: 'TX', city: 'Dallas', averageMinutes: 40, towns: ['Plano', 'Garland', 'Mesquite'] },
        { state: 'TX', city: 'Fort Worth', averageMinutes: 35, towns: ['Arlington', 'Mansfield'] },
      ],
      claims: { yearsOfExperience: 42, clients: 230, hoursSaved: '' },
    },
    asked: { 75074: 'Dallas', 'Mesquite, TX': 'Dallas', Manfield: 'Fort Worth', 77002: null, Houston: null },
  },
  {
    answers: {
      name: "Muñoz & Son's Diesel",
      phone: '417-555-0118',
      email: 'service@munozdiesel.com',
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
      phoneLanguages: ['en'],
      areas: [
        {
          state: 'CO',
          city: 'Leadville',
          averageMinutes: 75,
          towns: ['Buena Vista', 'Fairplay'],
          map: false,
        },
      ],
      timeZone: 'America/Denver',
      claims: { yearsOfExperience: 18, clients: '', hoursSaved: '' },
    },
    asked: {
      80440: 'Leadville',
      'fairplay, co': 'Leadville',
      Leadvile: 'Leadville',
      80202: null,
      Denver: null,
    },
  },
];

const former = [
  ...placeholderFacts,
  printedPhone(placeholderFacts[1] ?? ''),
  ...serviceAreas.flatMap(({ city, towns }) => [
    city,
    ...towns.map((town) => (typeof town === 'string' ? town : town.name)),
  ]),
];

describe.each(businesses)('$answers.name, made by setup,', ({ answers, asked }) => {
  const copy = copyProject();
  const read = (file: string) => readFileSync(join(copy, file), 'utf8');
  const run = (...parameters: string[]) =>
    execFileSync('node', parameters, { cwd: copy, encoding: 'utf8', stdio: 'pipe' });
  const setup = () => run('owner/setup.ts', '--answers', 'answers.json');

  test('is built and passes the check', () => {
    writeFileSync(join(copy, 'answers.json'), JSON.stringify(answers));
    expect(setup()).toContain('"npm start" shows the site.');
    expect(run('owner/check.ts')).not.toMatch(/^- /m);
  });

  test('stays as it is when setup is run again', () => {
    const files = ['business.json', 'service-areas.json', 'former-facts.json'].map(
      (name) => `content/${name}`,
    );
    const before = files.map(read);
    setup();
    expect(files.map(read)).toEqual(before);
  });

  test('answers for its own places', () => {
    const script = `
      const { findArea } = await import('./site/area-check/find-area.ts');
      const typed = ${JSON.stringify(Object.keys(asked))};
      console.log(JSON.stringify(typed.map((text) => [text, findArea(text)?.city ?? null])));`;
    expect(Object.fromEntries(JSON.parse(run('--input-type=module', '-e', script)))).toEqual(asked);
  });

  test('holds nothing of the example, on a page or in an email', async () => {
    const message = 'Blown air line on the lot';
    const site = await startSite({ project: copy });
    const answer = await postingTo(site.url)({ ...exampleRequest, message });
    expect(answer.status).toBe(200);
    const [mail] = await site.mailsWith(message);
    await site.stop();
    const own = JSON.stringify(answers);
    const foreign = former.filter((fact) => !own.includes(fact));
    const folder = join(copy, 'build/site');
    const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(html|txt|xml)$/.test(name))
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const);
    const found = [...pages, ['email', `${mail?.subject} ${mail?.text} ${mail?.html}`] as const].flatMap(
      ([name, text]) => foreign.filter((fact) => isIn(text, fact)).map((fact) => `${name}: ${fact}`),
    );
    expect(found).toEqual([]);
  });

  test('the check finds what is left of the example', () => {
    change(copy, 'content/words/en.ts', "tagline: '", "tagline: 'Houston, (713) 555-0147. ");
    const { status, stdout } = spawnSync('node', ['owner/check.ts'], { cwd: copy, encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stdout).toContain(
      '"Houston" of the former business is still in content/words/en.ts. Write your own.',
    );
    expect(stdout).toContain('"+17135550147" of the former business is still in content/words/en.ts.');
  });
});

function isIn(text: string, fact: string): boolean {
  return new RegExp(`(?<!\\w)${RegExp.escape(fact)}(?!\\w)`).test(text);
}
