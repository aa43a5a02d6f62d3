import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { contentErrors, letterErrors } from './check-content.ts';
import { colorErrors, logoErrors } from './check-look.ts';
import { pictureFileErrors } from './check-picture-files.ts';
import { withLine } from './line-in-content.ts';
import { houston } from './map/houston.ts';
import { type Content, content } from './owner-content.ts';
import { colorOf } from './styles/palette.ts';

test('the current content has no errors', () => {
  expect(contentErrors(content)).toEqual([]);
});

const dallas = { state: 'TX', city: 'Dallas', averageMinutes: 40, towns: ['Plano'] };

const changes: { what: string; change: (content: Content) => void; sentence: string }[] = [
  {
    what: 'a phone number as people write it',
    change: ({ business }) => Object.assign(business, { phone: '713-555-0147' }),
    sentence:
      'The phone number "713-555-0147" cannot be used. Write it in content/business.ts as +1 and ten digits, like +12815550123.',
  },
  {
    what: 'a claim in words',
    change: ({ business }) => Object.assign(business, { claims: { clients: 'many' } }),
    sentence: '"clients" in content/business.ts is many. Write a whole number from 1.',
  },
  {
    what: 'an optional fact in one language only',
    change: ({ business }) => Object.assign(business, { rates: { en: '$95 for the visit.', es: '' } }),
    sentence: '"rates" in content/business.ts has nothing in "es". Write it in every language, or in none.',
  },
  {
    what: 'an optional fact with a blank entry',
    change: ({ business }) => Object.assign(business, { notDone: { en: ['Tires', ' '], es: ['Llantas'] } }),
    sentence: '"notDone" in content/business.ts has a blank entry. Write what it is, or leave it out.',
  },
  {
    what: 'a list that is a sentence',
    change: ({ business }) => Object.assign(business, { payment: { en: 'Cash', es: 'Efectivo' } }),
    sentence:
      "\"payment\" in content/business.ts is not a list. Write it like { en: ['Cash'], es: ['Efectivo'] }.",
  },
  {
    what: 'a town without its state',
    change: ({ business }) => Object.assign(business, { town: 'Katy' }),
    sentence: 'The town "Katy" in content/business.ts cannot be used. Write it like \'Katy, TX\'.',
  },
  {
    what: 'an address without a mailbox',
    change: ({ business }) => Object.assign(business, { email: 'company.com' }),
    sentence:
      'The email "company.com" cannot be used. Write it in content/business.ts like service@company.com.',
  },
  {
    what: 'a language without words',
    change: ({ languages }) => Object.assign(languages, { pt: { name: 'Português', path: '/pt/' } }),
    sentence:
      'There are no words for the language "pt". Translate content/words/en.ts as content/words/pt.ts, and name it in content/words/index.ts.',
  },
  {
    what: 'a sentence in one language only',
    change: ({ words }) => Object.assign(words.es.hero, { headline: undefined }),
    sentence: 'content/words/es.ts has no "hero.headline". Add it where content/words/en.ts has it.',
  },
  {
    what: 'a text message in one language only',
    change: ({ mailWords }) => Object.assign(mailWords.textMessage, { es: '' }),
    sentence:
      'The Text button of the emails has no message in "es". Write textMessage.es in content/words/mail.ts.',
  },
  {
    what: 'a service without words',
    change: ({ services }) => services.push({ id: 'balloons', icon: 'truck', inForm: false }),
    sentence:
      'The service "balloons" has no words. Write services.items.balloons with title and description in content/words/es.ts.',
  },
  {
    what: 'a service that the form cannot name',
    change: ({ services }) => services.push({ id: 'balloons', icon: 'truck', inForm: true }),
    sentence:
      'The form offers the service "balloons" without a name. Write form.services.balloons in content/words/en.ts, or set inForm to false in content/services.ts.',
  },
  {
    what: 'a service without a list of what to have ready',
    change: ({ services }) => services.push({ id: 'balloons', icon: 'truck', inForm: true }),
    sentence:
      'The form cannot say what to have ready for the service "balloons". Write roadside.hints.balloons, a list like that of the others, in content/words/es.ts.',
  },
  {
    what: 'a town that no gazetteer knows',
    change: ({ serviceAreas }) => serviceAreas.push({ ...dallas, towns: ['Plaino', 'Garland'] }),
    sentence:
      'No town "Plaino" is known near Dallas. Check its spelling, or write its longitude and latitude in content/service-areas.ts, in this order, like at: [-95.3698, 29.7604].',
  },
  {
    what: 'a city that no gazetteer knows',
    change: ({ serviceAreas }) => serviceAreas.push({ ...dallas, city: 'Frezno', state: 'CA' }),
    sentence:
      'No town "Frezno" is known in California. Check its spelling, or write its longitude and latitude in content/service-areas.ts, in this order, like downtown: { at: [-95.3698, 29.7604] }.',
  },
  {
    what: 'a state in full',
    change: ({ serviceAreas }) => serviceAreas.push({ ...dallas, state: 'Texas' }),
    sentence:
      'The area "Dallas" in content/service-areas.ts has the state "Texas". Write its two letters, like state: \'TX\'.',
  },
  {
    what: 'an area without its minutes',
    change: ({ serviceAreas }) => serviceAreas.push({ ...dallas, averageMinutes: undefined }),
    sentence: 'content/service-areas.ts gives no averageMinutes for Dallas. Write the minutes as a number.',
  },
  {
    what: 'an area in the sea, without a ZIP code',
    change: ({ serviceAreas }) =>
      serviceAreas.push({ ...dallas, towns: [], downtown: { at: [32.7831, -96.8067] } }),
    sentence:
      'The area "Dallas" in content/service-areas.ts has no ZIP code within 12 miles of its towns. Check its state, and any "at": longitude first, with a minus.',
  },
  {
    what: 'an area named twice',
    change: ({ serviceAreas }) => serviceAreas.push(dallas, dallas),
    sentence: 'content/service-areas.ts has the area "Dallas" twice. Leave one out, or join their towns.',
  },
  {
    what: 'no area at all',
    change: ({ serviceAreas }) => serviceAreas.splice(0),
    sentence:
      'content/service-areas.ts names no area. Write at least one, with its state, city, averageMinutes and towns.',
  },
  {
    what: 'a town that is far away',
    change: ({ serviceAreas }) =>
      serviceAreas.push({ ...dallas, towns: [{ name: 'El Paso', at: [-106.487, 31.7619] }] }),
    sentence:
      '"El Paso" is 570 miles from Dallas. Write its longitude and latitude in content/service-areas.ts, in this order, like at: [-95.3698, 29.7604], or give it an area of its own.',
  },
  {
    what: 'a town that a map drawn by hand does not show',
    change: ({ serviceAreas }) =>
      serviceAreas.splice(0, serviceAreas.length, { ...dallas, city: 'Houston', towns: ['Galveston'] }),
    sentence: `"Galveston" is off the map of Houston, which shows longitudes from ${houston.west} to ${houston.east} and latitudes from ${houston.south} to ${houston.north}. Correct its "at" in content/service-areas.ts, or leave the town out.`,
  },
  {
    what: 'a language in full',
    change: ({ business }) => Object.assign(business, { phoneLanguages: ['english'] }),
    sentence:
      '"phoneLanguages" in content/business.ts has "english". Write the letters of content/languages.ts: en, es.',
  },
  {
    what: 'a time zone that there is not',
    change: ({ business }) => Object.assign(business, { timeZone: 'Texas' }),
    sentence:
      '"timeZone" in content/business.ts is "Texas". Write the zone of your city, like America/Chicago, America/Denver or America/Los_Angeles.',
  },
  {
    what: 'an icon that is not drawn',
    change: ({ services }) => Object.assign(services[0], { icon: 'wrench' }),
    sentence: `The service "${content.services[0].id}" in content/services.ts has the icon "wrench", which is not drawn. Write one of triangle, door, excavator, plug, oil, truck, trailer, tire, hydraulics, cold.`,
  },
  {
    what: 'a misspelled placeholder of the emails',
    change: ({ mailWords }) => Object.assign(mailWords.textMessage, { es: '{negocio}: vamos en camino.' }),
    sentence: expect.stringContaining(
      '"textMessage.es" in content/words/mail.ts asks for {negocio}, which nothing fills in. Known are {business},',
    ),
  },
  {
    what: 'a misspelled placeholder',
    change: ({ words }) => Object.assign(words.es.hero, { text: 'Llame al {fone}' }),
    sentence: expect.stringContaining(
      '"hero.text" in content/words/es.ts asks for {fone}, which nothing fills in. Known are {',
    ),
  },
  {
    what: 'a picture without a caption',
    change: ({ gallery }) => Object.assign(gallery[1].caption, { es: ' ' }),
    sentence: `The picture "${content.gallery[1]?.file}" has no caption in "es". Write it in content/gallery/index.ts.`,
  },
];

test.each(changes)('$what stops the build with a sentence that says what to do', ({ change, sentence }) => {
  const changed = structuredClone(content) as Content;
  change(changed);
  expect(contentErrors(changed)).toContainEqual(sentence);
});

test('pictures that are gone, too small or no pictures are named with what to do', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gallery-'));
  const make = (name: string, width: number, orientation = 1) =>
    sharp({ create: { width, height: 2_000, channels: 3, background: 'red' } })
      .withMetadata({ orientation })
      .toFile(join(folder, name));
  await Promise.all([make('good.jpg', 1_600), make('narrow.jpg', 1_599), make('on-its-side.jpg', 900, 6)]);
  writeFileSync(join(folder, 'letter.jpg'), 'Dear sir');
  const files = ['good', 'narrow', 'on-its-side', 'letter', 'gone'].map((name) => ({ file: `${name}.jpg` }));
  expect(await pictureFileErrors(files, folder)).toEqual([
    'The picture "narrow.jpg" named in content/gallery/index.ts is 1599 pixels wide, which would look blurred. Take one of at least 1600 pixels.',
    'The picture "letter.jpg" named in content/gallery/index.ts cannot be read. Save it as JPEG, PNG or WebP.',
    'content/gallery/index.ts names the picture "gone.jpg", but content/gallery has no such file. Put it there, or name one that is there.',
  ]);
  expect(await pictureFileErrors([{ file: 'good.jpg', phoneFile: 'narrow.jpg' }], folder)).toContain(
    'The phoneFile "narrow.jpg" named in content/gallery/index.ts belongs to another picture than "good.jpg". Leave phoneFile out, or give it a name that begins with "good".',
  );
  writeFileSync(join(folder, 'IMG_1.HEIC'), 'ftypheic');
  expect(await pictureFileErrors([{ file: 'IMG_1.HEIC' }], folder)).toEqual([
    'The picture "IMG_1.HEIC" named in content/gallery/index.ts is in Apple\'s format. Send it to yourself by email, or open and export it, as JPEG.',
  ]);
  expect(await pictureFileErrors(content.gallery)).toEqual([]);
});

test.each([
  [`The phone number "${content.business.phone}" cannot be used. Write it in content/business.ts.`, 'phone:'],
  ['content/words/es.ts has no "hero.headline". Add it where content/words/en.ts has it.', 'headline:'],
  [
    `The picture "${content.gallery[0]?.file}" has no alt in "es". Write it in content/gallery/index.ts.`,
    'file',
  ],
  [`The area "${content.serviceAreas[0]?.city}" in content/service-areas.ts has no ZIP code.`, 'city:'],
])('%s: with the line where it is', (sentence, words) => {
  const [, file = '', line] = /\((\S+), line (\d+)\)$/.exec(withLine(sentence)) ?? [];
  expect(readFileSync(file, 'utf8').split('\n')[Number(line) - 1]).toContain(words);
});

test('a sentence about what is nowhere stays as it is', () => {
  const sentence = 'There is no "Nowhere" in content/business.ts.';
  expect(withLine(sentence)).toBe(sentence);
});

test.each(['817-555-0163', '+1 817 555 0163'])('refuses the text line %s', (textLine) => {
  expect(contentErrors({ ...content, business: { ...content.business, textLine } })).toEqual([
    `"textLine" in content/business.ts is "${textLine}". Write it as +1 and ten digits, like +12815550123, or leave it empty.`,
  ]);
});

test.each([0, -5, 1.5, '15', null])('refuses to promise a call within %j minutes', (answerWithinMinutes) => {
  const business = { ...content.business, answerWithinMinutes } as never;
  expect(contentErrors({ ...content, business })).toEqual([
    `"answerWithinMinutes" in content/business.ts is ${answerWithinMinutes}. Write a whole number from 1.`,
  ]);
});

test.each([
  ['--signs', '#7fb08a', 'has a contrast of 2.5 to the letters on it, which needs 4.5. Make it darker.'],
  ['--calls', '#14573a', 'has a contrast of 2.1 to the letters on it, which needs 4.5. Make it lighter.'],
])('refuses a color on which letters cannot be read: %s %s', (color, value, fault) => {
  const pick = (name: `--${string}`) => (name === color ? value : colorOf(name));
  expect(colorErrors(pick)).toEqual([`"${color}" in content/colors.css ${fault}`]);
});

test('names a color that is none', () => {
  const pick = (name: `--${string}`) => {
    if (name === '--signs') throw new Error();
    return colorOf(name);
  };
  expect(colorErrors(pick)).toEqual([
    '"--signs" in content/colors.css is no color. Write it like #14573a, or like oklch(0.44 0.095 163).',
  ]);
});

test.each([
  [undefined, []],
  ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 40"><rect width="90" height="40"/></svg>', []],
  [
    '<svg xmlns="http://www.w3.org/2000/svg" width="9"/>',
    [expect.stringContaining('Export it as SVG with a viewBox')],
  ],
  ['<svg viewBox="0 0 90 40"><rect', [expect.stringContaining('cannot be drawn')]],
])('says what is wrong with the logo %s', async (svg, errors) => {
  expect(await logoErrors(svg)).toEqual(errors);
});

test('an agency without a name or address is credited nowhere; half of one is refused', () => {
  const errorsOf = (agency: object) =>
    contentErrors({ ...content, business: { ...content.business, agency } as never });
  expect(errorsOf({ name: '', url: '' })).toEqual([]);
  expect(errorsOf({ name: 'Half', url: '' })).toEqual([expect.stringContaining('or leave both empty')]);
});

test.each([
  ['Dvořák Fleet Repair', ''],
  ['Peña Diésel', ''],
  [
    '李 Diesel',
    'The font of the signs has no "李", which is in "李 Diesel" of content/business.ts. Write it in Latin letters.',
  ],
])('says which letters the signs cannot have: %s', async (name, error) => {
  const business = { ...content.business, name } as never;
  expect(await letterErrors({ ...content, business })).toEqual(error ? [error] : []);
});
