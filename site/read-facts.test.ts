import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { knownLanguages } from '../content/known-languages.ts';
import { findFactErrors, schemas } from '../content/schema.ts';
import { findPictureFileErrors } from './check-picture-files.ts';
import { getJsonSchemas } from './json-schemas.ts';
import { findFactFileErrors } from './read-facts.ts';

// Mistakes that people make in content/*.json, each with the sentence that they read.

type FactFile = keyof typeof schemas;
const files = Object.keys(schemas) as FactFile[];
const readFacts = (name: FactFile) => JSON.parse(readFileSync(`content/${name}.json`, 'utf8'));

/** Owners count from 1. */
function entryOf(path: string): string {
  const [position] = /\d+/.exec(path) ?? [];
  return position ? ` (entry ${Number(position) + 1})` : '';
}

/** "profiles.0.url" is the url of the first profile. */
function withFact(facts: object, path: string, value: unknown): object {
  const changed = structuredClone(facts);
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const place = keys.reduce((part: Record<string, unknown>, key) => Object(part[key]), Object(changed));
  place[last] = value;
  return changed;
}

test.each<{ file: FactFile; path: string; value: unknown; write: string }>([
  {
    file: 'business',
    path: 'phone',
    value: '(713) 555-014',
    write: 'Write ten digits, like "(281) 555-0123".',
  },
  {
    file: 'business',
    path: 'claims.clients',
    value: 'many',
    write: 'Write a whole number from 1, or "" for none.',
  },
  {
    file: 'business',
    path: 'town',
    value: 'Katy',
    write: 'Set it to a town like "Katy, TX", or "" for none.',
  },
  {
    file: 'business',
    path: 'agency',
    value: { name: 'A', url: '' },
    write: 'Write a name and its https:// url, or leave both empty.',
  },
  {
    file: 'business',
    path: 'agency',
    value: { name: 'A', url: 'http://agency.example/' },
    write: 'Write a name and its https:// url, or leave both empty.',
  },
  { file: 'business', path: 'phonesRing', value: 'yes', write: 'Write true, false or "without details".' },
  {
    file: 'business',
    path: 'hours.days',
    value: 'Mo, We',
    write: 'Use days like "Mo-Sa", or leave this out for every day.',
  },
  {
    file: 'service-areas',
    path: 'areas',
    value: [],
    write: 'Write at least one, with its state, city, averageMinutes and towns.',
  },
  {
    file: 'services',
    path: 'services.0.icon',
    value: 'snowplow',
    write: 'Write one of triangle, door, excavator, engine, oil, truck, tire, snowflake, hose, wrench.',
  },
  {
    file: 'gallery',
    path: 'about',
    value: 'old.jpg',
    write: 'Write the file of a photo in "pictures", spelled as it is there, or "cutaway".',
  },
  { file: 'gallery', path: 'pictures.0.type', value: 'illustration', write: 'Write photo or drawing.' },
  {
    file: 'gallery',
    path: 'pictures.0.drawing',
    value: 'truck',
    write:
      'Write one of emergency-repair, engine-diagnostics, mobile-service, construction-equipment, preventive-maintenance, fleet-maintenance.',
  },
])('the fact "$path" of "$file" cannot be $value: $write', ({ file, path, value, write }) => {
  expect(findFactErrors(file, withFact(readFacts(file), path, value))).toEqual([
    `"${path}"${entryOf(path)} in content/${file}.json is ${JSON.stringify(value)}. ${write}`,
  ]);
});

const phones = ['(915) 555-0142', '915-555-0142', '915.555.0142', '1 915 555 0142', '+19155550142'];
test.each(phones)('the phone may be written as %s', (phone) => {
  expect(findFactErrors('business', withFact(readFacts('business'), 'phone', phone))).toEqual([]);
});

test.each<{ file: FactFile; path: string; text: unknown; example: string }>([
  {
    file: 'business',
    path: 'profiles.0',
    text: 'https://www.facebook.com/yourname',
    example: '{ "name": "Facebook", "url": "https://www.facebook.com/yourname" }',
  },
  {
    file: 'business',
    path: 'shopHours.0',
    text: 'Mo-Sa',
    example: '{ "days": "Mo-Sa", "opens": "06:00", "closes": "22:00" }',
  },
  { file: 'business', path: 'hours', text: '24/7', example: '{ "opens": "00:00", "closes": "23:59" }' },
  {
    file: 'gallery',
    path: 'pictures.0',
    text: 'service-truck.jpg',
    example:
      '{ "type": "photo", "file": "service-truck.jpg", "alt": { "en": "A white truck at night." }, "caption": { "en": "Our truck" } }',
  },
  { file: 'service-areas', path: 'areas.0.downtown', text: 'Katy', example: '{ "at": [-95.3698, 29.7604] }' },
  {
    file: 'services',
    path: 'services.0',
    text: 'fleet',
    example: '{ "id": "brakes", "icon": "wrench", "inForm": true, "comesTo": "yard" }',
  },
])('the error about a text for "$path" in "$file" has a working example', ({ file, path, text, example }) => {
  const facts = {
    ...readFacts(file),
    ...(file === 'business' && { shopHours: [] }),
    ...(file === 'gallery' && { about: 'cutaway' }),
  };
  const found = `"${path}"${entryOf(path)} in content/${file}.json is "${text}".`;
  expect(findFactErrors(file, withFact({ ...facts, profiles: [] }, path, text))).toContain(
    `${found} Put it in braces, like ${example}.`,
  );
  expect(findFactErrors(file, withFact(facts, path, JSON.parse(example)))).toEqual([]);
});

test('facts in each language accept exactly the known languages', () => {
  const facts = withFact(readFacts('business'), 'rates', { xx: '' });
  expect(findFactErrors('business', facts)).toContain(
    `"rates.xx" in content/business.json is unknown. Add a text for each language, like { "en": …, "es": … }.`,
  );
  const inAll = Object.fromEntries(Object.keys(knownLanguages).map((language) => [language, '']));
  expect(findFactErrors('business', withFact(facts, 'rates', inAll))).toEqual([]);
});

test('the name of a profile may differ between the languages', () => {
  const name = { en: 'Reviews on Google', es: 'Reseñas en Google' };
  const facts = withFact({ ...readFacts('business'), profiles: [] }, 'profiles.0', {
    name,
    url: 'https://g.page/r/example',
  });
  expect(findFactErrors('business', facts)).toEqual([]);
});

test('facts that are missing or unknown are named, all at once', () => {
  const { name, ...others } = readFacts('business');
  expect(findFactErrors('business', { ...others, fax: '' })).toEqual([
    '"name" in content/business.json is missing. Write your trade name.',
    expect.stringMatching(/^"fax" in content.business.json is unknown. Use name, phone,/),
  ]);
});

/** Returns the errors after a replacement in business.json. */
function errorsAfter(from: RegExp, to: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'facts-'));
  cpSync('content', join(folder, 'content'), { recursive: true });
  const path = join(folder, 'content/business.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
  return findFactFileErrors(folder);
}

test.each([
  {
    what: 'a missing comma',
    from: /,(?=\n {2}"email")/,
    to: '',
    fault: 'a comma is missing. Add it at the end of line 6.',
  },
  {
    what: 'a missing closing quote',
    from: /("name": "[^"]*)"/,
    to: '$1',
    fault: 'line 3 has a text without its opening or closing quote. Put each text in straight double quotes.',
  },
  {
    what: 'a missing opening quote',
    from: /("name": )"/,
    to: '$1',
    fault: 'line 3 has a text without its opening or closing quote. Put each text in straight double quotes.',
  },
  {
    what: 'curly quotes',
    from: /("name": )"(.*)"/,
    to: '$1“$2”',
    fault: 'line 3 or 4 has curly quotes. Use straight quotes: ".',
  },
  {
    what: 'a comma after the last entry',
    from: /\n\}\s*$/,
    to: ',\n}',
    fault: expect.stringMatching(/^line \d+ ends with a comma, and nothing follows. Remove the comma.$/),
  },
  {
    what: 'a lost brace at the end',
    from: /\}\s*$/,
    to: '',
    fault: 'it ends too early. Add the closing } or ].',
  },
  {
    what: 'a stray letter at the start',
    from: /^/,
    to: 'x',
    fault: expect.stringMatching(/^something is wrong near line 1\./),
  },
  {
    what: 'a byte order mark',
    from: /^/,
    to: '\uFEFF',
    fault: 'content/business.json begins with a byte order mark. Save it as UTF-8 without BOM.',
  },
])('the check explains $what in a single sentence', ({ from, to, fault }) => {
  const start = 'content/business.json cannot be read: ';
  expect(errorsAfter(from, to).map((error) => error.replace(start, ''))).toEqual([fault]);
});

test('the check accepts Windows line ends', () => {
  expect(errorsAfter(/\n/g, '\r\n')).toEqual([]);
});

test('the check says how to fix missing, narrow, or unreadable pictures', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gallery-'));
  const make = (name: string, width: number, orientation = 1) =>
    sharp({ create: { width, height: 2_000, channels: 3, background: 'red' } })
      .withMetadata({ orientation })
      .toFile(join(folder, name));
  await Promise.all([make('good.jpg', 1_600), make('narrow.jpg', 300), make('on-its-side.jpg', 900, 6)]);
  writeFileSync(join(folder, 'letter.jpg'), 'Dear sir');
  writeFileSync(join(folder, 'IMG_1.HEIC'), 'ftypheic');
  const names = ['good.jpg', 'narrow.jpg', 'on-its-side.jpg', 'letter.jpg', 'gone.jpg', 'IMG_1.HEIC'];
  const pictures = names.map((file) => ({ file }));
  expect(await findPictureFileErrors(pictures, folder)).toEqual([
    'The picture "narrow.jpg" named in content/gallery.json is 300 pixels wide, which would look blurred. Use one that is at least 1600 pixels wide.',
    'The picture "letter.jpg" named in content/gallery.json cannot be read. Save it as JPEG, PNG or WebP.',
    'content/gallery.json names the picture "gone.jpg", but content/gallery has no such file. Add the file, or name one that exists.',
    'The picture "IMG_1.HEIC" named in content/gallery.json is in Apple\'s HEIC format. Open it on your computer, and export it as JPEG.',
  ]);
});

test.each(files)('%s.json names its schema', (name) => {
  expect(readFacts(name).$schema).toBe(`./json-schema/${name}.json`);
});

test.each(Object.entries(getJsonSchemas()))(
  'content/json-schema/%s.json is up to date (npm run json-schemas writes it)',
  (name, schema) => {
    expect(JSON.parse(readFileSync(`content/json-schema/${name}.json`, 'utf8'))).toEqual(schema);
  },
);
