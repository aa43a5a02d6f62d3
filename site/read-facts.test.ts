import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { schemas } from '../content/schema.ts';
import { contentErrors } from './check-content.ts';
import { pictureFileErrors } from './check-picture-files.ts';
import { content } from './owner-content.ts';
import { factFileErrors } from './read-facts.ts';

// Mistakes that people make in content/*.json, each with the sentence that they read.

const dallas = {
  areas: [{ state: 'TX', city: 'Dallas', averageMinutes: 40, towns: ['Plano', 'Garland'] }],
};

interface Mistake {
  what: string;
  file: string;
  /** What is in the file instead of the example's facts. */
  facts?: object;
  from?: string | RegExp;
  to?: string;
  sentence: string;
}

const business = 'business.json';
const areas = 'service-areas.json';

const mistakes: Mistake[] = [
  {
    what: 'a missing comma',
    file: business,
    from: /,(?=\n {2}"email")/,
    to: '',
    sentence: 'content/business.json cannot be read: a comma is missing at the end of line 6. Write it.',
  },
  {
    what: 'curly quotes',
    file: business,
    from: /("name": )"(.*)"/,
    to: '$1“$2”',
    sentence: 'content/business.json cannot be read: near line 3 are curly quotes. Write straight ones: ".',
  },
  {
    what: 'a comma after the last entry',
    file: areas,
    facts: dallas,
    from: '"Garland"',
    to: '"Garland",',
    sentence:
      'content/service-areas.json cannot be read: line 9 ends with a comma, and nothing follows. Remove the comma.',
  },
  {
    what: 'a lost brace at the end',
    file: business,
    from: /\}\s*$/,
    to: '',
    sentence: 'content/business.json cannot be read: it ends too early. Write the closing } or ].',
  },
  {
    what: 'single quotes',
    file: business,
    from: /"town": ".*"/,
    to: '"town": \'Katy, TX\'',
    sentence: expect.stringContaining('Each text needs straight double quotes'),
  },
  {
    what: 'a byte order mark',
    file: business,
    from: /^/,
    to: '\uFEFF',
    sentence: 'content/business.json begins with a byte order mark. Save it as UTF-8 without BOM.',
  },
  {
    what: 'a phone number of nine digits',
    file: business,
    from: /"phone": ".*"/,
    to: '"phone": "+1713555014"',
    sentence:
      '"phone" in content/business.json is "+1713555014". Write +1 and ten digits, like "+12815550123".',
  },
  {
    what: 'a number for texts as people write it',
    file: business,
    from: /"textLine": ".*"/,
    to: '"textLine": "817-555-0163"',
    sentence:
      '"textLine" in content/business.json is "817-555-0163". Write +1 and ten digits, like "+12815550123", or "" for none.',
  },
  {
    what: 'an email address without a mailbox',
    file: business,
    from: /"email": ".*"/,
    to: '"email": "company.com"',
    sentence:
      '"email" in content/business.json is "company.com". Write an address like "service@company.com".',
  },
  {
    what: 'a deleted fact',
    file: business,
    from: /"name": ".*",/,
    to: '',
    sentence: '"name" in content/business.json is missing. Write your trade name.',
  },
  {
    what: 'a blank name',
    file: business,
    from: /"name": ".*"/,
    to: '"name": " "',
    sentence: '"name" in content/business.json is " ". Write your trade name.',
  },
  {
    what: 'a fact that there is not',
    file: business,
    from: '"town"',
    to: '"fax": "", "town"',
    sentence: expect.stringMatching(/^"fax" in content.business.json is unknown. Known are name, phone,/),
  },
  {
    what: 'a claim in words',
    file: business,
    from: /"clients": .*,/,
    to: '"clients": "many",',
    sentence:
      '"claims.clients" in content/business.json is "many". Write a whole number from 1, or "" for none.',
  },
  {
    what: 'a list that is a sentence',
    file: business,
    from: /("payment": \{\s*"en": )\[.*?\]/s,
    to: '$1"Cash"',
    sentence: '"payment.en" in content/business.json is "Cash". Write a list, like ["Cash", "Visa"].',
  },
  {
    what: 'a blank entry of a list',
    file: business,
    from: /("notDone": \{\s*"en": )\[.*?\]/s,
    to: '$1[" "]',
    sentence: '"notDone.en.0" in content/business.json is " ". Write what it is, or leave it out.',
  },
  {
    what: 'a language in full',
    file: business,
    from: /"phoneLanguages": \[.*?\]/,
    to: '"phoneLanguages": ["english"]',
    sentence: '"phoneLanguages.0" in content/business.json is "english". Write one of en, es.',
  },
  {
    what: 'a town without its state',
    file: business,
    from: /"town": ".*"/,
    to: '"town": "Katy"',
    sentence: '"town" in content/business.json is "Katy". Write it like "Katy, TX", or "" for none.',
  },
  {
    what: 'a time zone that there is not',
    file: business,
    from: /"timeZone": ".*"/,
    to: '"timeZone": "Texas"',
    sentence:
      '"timeZone" in content/business.json is "Texas". Write the zone of your city, like "America/Chicago", "America/Denver" or "America/Los_Angeles".',
  },
  {
    what: 'an agency without its address',
    file: business,
    from: /"agency": \{[^}]*\}/,
    to: '"agency": { "name": "Half", "url": "" }',
    sentence: expect.stringContaining('Write a name and a full https:// url, or leave both empty.'),
  },
  {
    what: 'a misspelled town',
    file: areas,
    facts: dallas,
    from: '"Plano"',
    to: '"Plaino"',
    sentence:
      'No town "Plaino" is known near Dallas. Check its spelling, or write its longitude and latitude in content/service-areas.json, in this order, like "at": [-95.3698, 29.7604].',
  },
  {
    what: 'a state in full',
    file: areas,
    facts: dallas,
    from: '"TX"',
    to: '"Texas"',
    sentence: '"areas.0.state" in content/service-areas.json is "Texas". Write its two letters, like "TX".',
  },
  {
    what: 'minutes in quotes',
    file: areas,
    facts: dallas,
    from: '40',
    to: '"40"',
    sentence:
      '"areas.0.averageMinutes" in content/service-areas.json is "40". Write the minutes as a whole number.',
  },
  {
    what: 'two areas of one name',
    file: areas,
    facts: { areas: [...dallas.areas, ...dallas.areas] },
    sentence: 'content/service-areas.json has the area "Dallas" twice. Leave one out, or join their towns.',
  },
  {
    what: 'no area',
    file: areas,
    facts: { areas: [] },
    sentence:
      '"areas" in content/service-areas.json is []. Write at least one, with its state, city, averageMinutes and towns.',
  },
  {
    what: 'an icon that is not drawn',
    file: 'services.json',
    from: '"triangle"',
    to: '"wrench"',
    sentence: expect.stringMatching(/^"services.0.icon" in .* is "wrench". Write one of triangle, door, /),
  },
];

function contentAfter({ file, facts, from = /$/, to = '' }: Mistake): string {
  const folder = mkdtempSync(join(tmpdir(), 'facts-'));
  cpSync('content', join(folder, 'content'), { recursive: true });
  const path = join(folder, 'content', file);
  const text = facts ? JSON.stringify(facts, null, 2) : readFileSync(path, 'utf8');
  const changed = text.replace(from, to);
  if (!facts) expect(changed).not.toBe(text);
  writeFileSync(path, changed);
  return folder;
}

function errorsIn(folder: string): string[] {
  const errors = factFileErrors(folder);
  if (errors.length > 0) return errors;
  const { areas } = JSON.parse(readFileSync(join(folder, 'content/service-areas.json'), 'utf8'));
  return contentErrors({ ...content, serviceAreas: areas });
}

test.each(mistakes)('$what: one sentence that says what to do', (mistake) => {
  expect(errorsIn(contentAfter(mistake))).toEqual([mistake.sentence]);
});

test('all mistakes are named at once', () => {
  const folder = contentAfter({
    what: '',
    file: business,
    from: '"phone": "+',
    to: '"phone": "',
    sentence: '',
  });
  const path = join(folder, 'content/services.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace('"triangle"', '"wrench"'));
  expect(factFileErrors(folder)).toHaveLength(2);
});

test('Windows line ends are no mistake', () => {
  const windows = { what: '', file: business, from: /\n/g, to: '\r\n', sentence: '' };
  expect(factFileErrors(contentAfter(windows))).toEqual([]);
});

test('pictures that are gone, too small or no pictures are named with what to do', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gallery-'));
  const make = (name: string, width: number, orientation = 1) =>
    sharp({ create: { width, height: 2_000, channels: 3, background: 'red' } })
      .withMetadata({ orientation })
      .toFile(join(folder, name));
  await Promise.all([make('good.jpg', 1_600), make('narrow.jpg', 300), make('on-its-side.jpg', 900, 6)]);
  writeFileSync(join(folder, 'letter.jpg'), 'Dear sir');
  writeFileSync(join(folder, 'IMG_1.HEIC'), 'ftypheic');
  const files = ['good.jpg', 'narrow.jpg', 'on-its-side.jpg', 'letter.jpg', 'gone.jpg', 'IMG_1.HEIC'];
  expect(
    await pictureFileErrors(
      files.map((file) => ({ file })),
      folder,
    ),
  ).toEqual([
    'The picture "narrow.jpg" named in content/gallery.json is 300 pixels wide, which would look blurred. Take one of at least 1600 pixels.',
    'The picture "letter.jpg" named in content/gallery.json cannot be read. Save it as JPEG, PNG or WebP.',
    'content/gallery.json names the picture "gone.jpg", but content/gallery has no such file. Put it there, or name one that is there.',
    'The picture "IMG_1.HEIC" named in content/gallery.json is in Apple\'s format. Send it to yourself by email, or open and export it, as JPEG.',
  ]);
  expect(await pictureFileErrors(content.gallery)).toEqual([]);
});

test.each(Object.keys(schemas) as (keyof typeof schemas)[])('editors know every fact of %s.json', (name) => {
  const known = JSON.parse(readFileSync(`content/json-schema/${name}.json`, 'utf8'));
  expect(Object.keys(known.properties)).toEqual(['$schema', ...Object.keys(schemas[name].entries)]);
  const { $schema } = JSON.parse(readFileSync(`content/${name}.json`, 'utf8'));
  expect($schema).toBe(`./json-schema/${name}.json`);
});
