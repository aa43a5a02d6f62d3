// npm run check:businesses: makes three other businesses as an owner would, and looks for anything of the example.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { gallery, heroPicture } from '../../content/gallery/index.ts';
import { serviceAreas } from '../../content/service-areas.ts';
import { services } from '../../content/services.ts';
import { shownPhone } from '../../owner/answers.ts';
import { placeholderFacts } from '../../server/placeholders.ts';
import { filesOf } from '../../server/static-site/assets.ts';
import { change } from '../../tests/support/copy-project.ts';
import { startSite } from '../../tests/support/start-site.ts';
import { type Business, businesses } from './businesses.ts';

const project = join(import.meta.dirname, '../..');
const names = process.argv.slice(2);

for (const business of businesses.filter(({ id }) => names.length === 0 || names.includes(id))) {
  console.log(`\n${business.answers.name}`);
  const copy = copyOfProject(join(project, 'build/businesses', business.id));
  writeFileSync(join(copy, 'answers.json'), JSON.stringify(business.answers));
  step('npm run setup', () => npm(copy, 'run', '--silent', 'setup', '--', '--answers', 'answers.json'));
  await ownPictures(copy);
  editServices(copy, business);
  if (business.logo) writeFileSync(join(copy, 'content/logo.svg'), business.logo);
  step('npm run check', () => npm(copy, 'run', '--silent', 'check'));
  step('ZIP codes and towns', () => lookUp(copy, business));
  const email = await requestAndEmail(copy);
  step('nothing of the example', () => findNothingFormer(copy, email));
}

function step(name: string, run: () => void): void {
  const start = performance.now();
  run();
  console.log(`  ${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

/** Everything that a clone has; kept, so that the sites can be looked at. */
function copyOfProject(copy: string): string {
  rmSync(copy, { recursive: true, force: true });
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--deduplicate', '-z'], {
    cwd: project,
    encoding: 'utf8',
  }).split('\0');
  for (const file of files.filter((name) => name && !/^(docs|lab)\//.test(name))) {
    mkdirSync(join(copy, dirname(file)), { recursive: true });
    cpSync(join(project, file), join(copy, file));
  }
  symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

function npm(cwd: string, ...parameters: string[]): void {
  const { SITE_URL, SMTP_URL, ...env } = process.env;
  try {
    execFileSync('npm', parameters, { cwd, env, stdio: 'pipe', encoding: 'utf8' });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`npm ${parameters.join(' ')}\n${stdout}\n${stderr}`);
  }
}

/** Photographs as phones take them, bright and dark, in place of every picture of the example. */
async function ownPictures(copy: string): Promise<void> {
  const folder = join(copy, 'content/gallery');
  const former = [heroPicture, ...gallery].flatMap(({ file, phoneFile, wideFile }) => [
    file,
    phoneFile,
    wideFile,
  ]);
  for (const file of former.filter((name) => name !== undefined)) unlinkSync(join(folder, file));
  const said = (en: string, es: string) => ({ en, es });
  const items = await Promise.all(
    ['IMG_2041.JPG', 'yard.png', 'brakes.webp', 'IMG_2044.jpeg'].map(async (file, index) => {
      await photo(index).toFile(join(folder, file));
      return {
        type: 'photo',
        file,
        alt: said(`A red truck, ${index}`, `Un camión rojo, ${index}`),
        caption: said(`Our work, ${index}`, `Nuestro trabajo, ${index}`),
      };
    }),
  );
  const index = readFileSync(join(folder, 'index.ts'), 'utf8');
  const types = index.slice(0, index.indexOf('export const heroPicture'));
  const [hero, about] = items;
  writeFileSync(
    join(folder, 'index.ts'),
    `${types}export const heroPicture: Picture = ${JSON.stringify({ ...hero, caption: undefined })};
export const aboutPicture: Picture = ${JSON.stringify({ ...about, caption: undefined })};
export const gallery: GalleryItem[] = ${JSON.stringify(items)};
`,
  );
}

/** A sky over a ground, with the grain of a camera. */
function photo(index: number) {
  const size = { width: 2400, height: 1600 };
  const sky = ['#dfe9f2', '#f3efe6', '#c9d6e2', '#38424d'][index] ?? '#ffffff';
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="2400" height="1600">
    <rect width="2400" height="1600" fill="${sky}"/><path d="M0 1150h2400v450H0Z" fill="#9a8f80"/>
    <path d="M1250 700h800l180 260v260H1250Z" fill="#b3392f"/><circle cx="1450" cy="1230" r="110"/><circle cx="2050" cy="1230" r="110"/></svg>`;
  const grain = sharp({
    create: { ...size, channels: 3, background: 'gray', noise: { type: 'gaussian', mean: 128, sigma: 4 } },
  });
  return grain
    .composite([{ input: Buffer.from(drawing), blend: 'hard-light' }])
    .withMetadata({ orientation: 1 });
}

/** Adds and removes services with their words, as docs/make-it-yours.md says. */
function editServices(copy: string, { newServices, without }: Business): void {
  for (const id of without) {
    change(copy, 'content/services.ts', new RegExp(`^ {2}\\{ id: '${id}'.*\\n`, 'm'), '');
  }
  for (const [id, { icon, title, titleSpanish }] of Object.entries(newServices)) {
    change(
      copy,
      'content/services.ts',
      '] as const',
      `  { id: '${id}', icon: '${icon}', inForm: true, comesTo: 'yard' },\n] as const`,
    );
    for (const [language, name] of [
      ['en', title],
      ['es', titleSpanish],
    ] as const) {
      const file = `content/words/${language}.ts`;
      change(
        copy,
        file,
        /^ {4}items: \{\n/m,
        `$&      ${id}: { title: '${name}', description: '${name}.' },\n`,
      );
      change(
        copy,
        file,
        /^ {2}services: \{\n {4}emergency/m,
        `  services: {\n    ${id}: '${name}',\n    emergency`,
      );
      change(copy, file, /^ {4}emergency: \[/m, `    ${id}: ['${name}'],\n$&`);
    }
  }
}

/** What the area check of the page would answer. */
function lookUp(copy: string, { asked }: Business): void {
  const script = `
    const { findArea } = await import('./site/area-check/find-area.ts');
    console.log(JSON.stringify(${JSON.stringify(Object.keys(asked))}.map((typed) => [typed, findArea(typed)?.city ?? null])));`;
  const printed = execFileSync('node', ['--input-type=module', '-e', script], {
    cwd: copy,
    encoding: 'utf8',
  });
  assert.deepEqual(Object.fromEntries(JSON.parse(printed)), asked);
}

/** Sends a request through the built site and returns the email to the owner. */
async function requestAndEmail(copy: string): Promise<string> {
  const site = await startSite({ project: copy });
  try {
    const message = 'Blown air line on the lot';
    const body = {
      name: 'Dana',
      phone: '555-0100',
      email: 'dana@fleet.example',
      service: 'emergency',
      message,
    };
    const answer = await fetch(`${site.url}/functions/v1/send-contact-email`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    assert.equal(answer.status, 200);
    const [mail] = await site.mailsWith(message);
    return [mail?.subject, mail?.text, mail?.html].join('\n');
  } finally {
    await site.stop();
  }
}

/** No fact, place or highway of the example in anything that is served or sent, and no file of its pages. */
function findNothingFormer(copy: string, email: string): void {
  const own = readFileSync(join(copy, 'content/service-areas.ts'), 'utf8');
  const places = serviceAreas
    .flatMap(({ city, towns }) => [
      city,
      ...towns.map((town) => (typeof town === 'string' ? town : town.name)),
    ])
    .filter((name) => !own.includes(`'${name}'`));
  const number = shownPhone(placeholderFacts[1] ?? '');
  const former = [
    ...placeholderFacts,
    number,
    ...places,
    'Beltway 8',
    'MoPac',
    '100+',
    '500+',
    '1000+',
    'Crossroads',
  ];
  const site = join(copy, 'build/site');
  const texts = [
    ['the email', email] as const,
    ...filesOf(site)
      .filter((file) => /\.(html|svg|js|css|txt|xml)$/.test(file))
      .map((file) => [file, readFileSync(join(site, file), 'utf8')] as const),
  ];
  const found = texts.flatMap(([file, text]) =>
    former
      .filter((fact) => new RegExp(`(?<!\\w)${fact.replace(/[^\w\s]/g, '\\$&')}(?!\\w)`).test(text))
      .map((fact) => `${file}: ${fact}`),
  );
  assert.deepEqual(found, []);
  const pictures = filesOf(site).filter((file) => /\.(avif|jpe?g|png|ico)$|map-.*svg$|favicon/.test(file));
  const example = new Set(
    filesOf('build/site').map((file) => readFileSync(join('build/site', file), 'base64')),
  );
  assert.deepEqual(
    pictures.filter((file) => example.has(readFileSync(join(site, file), 'base64'))),
    [],
  );
  assert.equal(services.length > 0 && pictures.length > 10, true);
}
