import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { type GalleryItem, gallery, getPictureName } from '../content/gallery.ts';
import { findLetterErrors, validateContent } from './check-content.ts';
import { findColorErrors, findLogoErrors } from './check-look.ts';
import { wrapPngInSvg } from './components/logo-file.ts';
import { houston } from './map/houston.ts';
import { type Content, content } from './owner-content.ts';
import { getColor } from './styles/palette.ts';

test('the current content has no errors', () => {
  expect(validateContent(content)).toEqual([]);
});

/** Returns the first line with a key in a file of content/words. */
const lineOf = (file: string, key: string) =>
  readFileSync(`content/words/${file}.json`, 'utf8').split(`"${key}"`, 1).join().split('\n').length;

const balloons = { id: 'balloons', icon: 'truck', inForm: true, comesTo: 'visitor' };
const dallas = { state: 'TX', city: 'Dallas', averageMinutes: 40, towns: ['Plano'] };

const mistakes: Record<string, (content: Content) => void> = {
  '"rates" in content/business.json has nothing in "es". Add it in every language, or in none.': ({
    business,
  }) => Object.assign(business, { rates: { en: '$95 for the visit.', es: '' } }),
  'The page "about" of site/routes.ts has no title or no description. Add pages.about with title and description to content/words/en.json.':
    ({ words }) => Reflect.deleteProperty(words.en.pages, 'about'),
  'A profile in content/business.json has no name in "es". Add one, like { "en": "Reviews on Google", "es": "Reseñas en Google" }.':
    ({ business }) =>
      Object.assign(business, {
        profiles: [{ name: { en: 'Reviews on Google' }, url: 'https://g.page/r/example' }],
      }),
  'There are no words for the language "xx". Translate content/words/en.json as content/words/xx.json, and add it to content/words/index.ts.':
    ({ languages }) => Object.assign(languages, { xx: { name: 'Klingon', path: '/xx/' } }),
  'content/services.json has no service "emergency", so no request would ring your phones. Restore it, and change its words if you like.':
    ({ services }) =>
      services.splice(
        services.findIndex(({ id }: { id: string }) => id === 'emergency'),
        1,
      ),
  'content/services.json has the service "balloons" twice. Delete one, or change its id.': ({ services }) =>
    services.push(balloons, balloons),
  'The form cannot say what to have ready for the service "balloons". Add extras.hints.balloons, a list like those of the other services, to content/words/es.json.':
    ({ services }) => services.push(balloons),
  'No town "Frezno" is known in California. Check its spelling, or add its longitude and latitude to content/service-areas.json, in this order, like "downtown": { "at": [-95.3698, 29.7604] }.':
    ({ serviceAreas }) => serviceAreas.push({ ...dallas, city: 'Frezno', state: 'CA' }),
  'No town "Plaino" is known near Dallas. Check its spelling, or add its longitude and latitude to content/service-areas.json, in this order, like "at": [-95.3698, 29.7604].':
    ({ serviceAreas }) => serviceAreas.push({ ...dallas, towns: ['Plaino'] }),
  'The nearest town "Lubbock" is Lubbock, TX, 292 miles from Dallas. The towns in an area are within 90 miles of its city. Check its name and state, or add it as a separate area.':
    ({ serviceAreas }) => serviceAreas.push({ ...dallas, towns: ['Lubbock'] }),
  'The nearest town "Wells" is Wells, NV, 91 miles from Twin Falls.': ({ serviceAreas }) =>
    serviceAreas.push({ ...dallas, state: 'ID', city: 'Twin Falls', towns: ['Wells, NV'] }),
  'No town "Lubbock" is known in OK near Dallas.': ({ serviceAreas }) =>
    serviceAreas.push({ ...dallas, towns: ['Lubbock, OK'] }),
  'content/service-areas.json has the area "Dallas" twice. Delete one, or combine their towns.': ({
    serviceAreas,
  }) => serviceAreas.push(dallas, dallas),
  // Latitude and longitude are swapped.
  'The area "Dallas" in content/service-areas.json has no ZIP code within 12 miles of its towns. Check its state and any "at": the longitude comes first, with a minus sign.':
    ({ serviceAreas }) => serviceAreas.push({ ...dallas, towns: [], downtown: { at: [32.7831, -96.8067] } }),
  [`"Galveston" is off the map of Houston, which shows longitudes from ${houston.west} to ${houston.east} and latitudes from ${houston.south} to ${houston.north}. Correct its "at" in content/service-areas.json, or delete the town.`]:
    ({ serviceAreas }) =>
      serviceAreas.splice(0, serviceAreas.length, { ...dallas, city: 'Houston', towns: ['Galveston'] }),
  [`"textMessage" in content/words/es.json, line ${lineOf('es', 'textMessage')}, contains {negocio}, which nothing fills in. Use {business}, {reference}.`]:
    ({ words }) => {
      words.en.textMessage = '{negocio}: we are on our way.';
      words.es.textMessage = '{negocio}: vamos en camino.';
    },
  [`"hero.headline" in content/words/en.json, line ${lineOf('en', 'headline')}, contains {fone}, which nothing fills in. Use {business},`]:
    ({ languages, words }) => {
      // A site in one language is still compared with the other languages in content/words.
      Reflect.deleteProperty(languages, 'es');
      words.en.hero.headline = 'Call {fone}.';
    },
  [`"reference" in content/words/mail.json, line ${lineOf('mail', 'reference')}, contains {time}, which nothing fills in. Delete it.`]:
    ({ mailWords }) => Object.assign(mailWords, { reference: 'Reference, {time}' }),
  [`"origin" in content/words/mail.json, line ${lineOf('mail', 'origin')}, contains {site}, which nothing fills in.`]:
    ({ mailWords }) => Object.assign(mailWords, { origin: 'Sent by {site}.' }),
  [`The picture "${getPictureName(gallery[1] as GalleryItem)}" has no caption in "es". Add it to content/gallery.json.`]:
    ({ gallery }) => Object.assign(gallery[1].caption, { es: ' ' }),
};

test('a language without words causes one error', () => {
  const changed = structuredClone(content) as Content;
  Object.assign(changed.languages, { xx: { name: 'Klingon', locale: 'xx_US', path: '/xx/' } });
  changed.gallery = changed.gallery.slice(0, 1);
  expect(validateContent(changed)).toEqual([
    expect.stringContaining('There are no words for the language "xx".'),
    expect.stringContaining('has no alt in "xx". Add it to content/gallery.json.'),
    expect.stringContaining('has no caption in "xx". Add it to content/gallery.json.'),
  ]);
});

test.each(Object.entries(mistakes))('stops the build with: %s', (sentence, make) => {
  const languages = { en: { name: 'English', path: '/' }, es: { name: 'Español', path: '/es/' } };
  const changed = { ...structuredClone(content), languages } as Content;
  make(changed);
  expect(validateContent(changed)).toContainEqual(expect.stringContaining(sentence));
});

const notReadable = 'with the letters on it, but needs at least 4.5';

test.each([
  {
    what: 'a color too light for signs',
    color: '--signs',
    value: '#7fb08a',
    fault: `has a contrast of only 2.5 ${notReadable}. Make it darker.`,
  },
  {
    what: 'a color too dark for calls',
    color: '--calls',
    value: '#14573a',
    fault: `has a contrast of only 2.1 ${notReadable}. Make it lighter.`,
  },
  {
    what: 'a color that is not opaque',
    color: '--signs',
    value: undefined,
    fault: 'is not an opaque color. Use a color like #14573a or oklch(0.44 0.095 163).',
  },
])('refuses $what', ({ color, value, fault }) => {
  const pick = (name: `--${string}`) => {
    if (name !== color) {
      return getColor(name);
    }
    if (value) {
      return value;
    }
    throw new Error();
  };
  expect(findColorErrors(pick)).toEqual([`"${color}" in content/colors.css ${fault}`]);
});

const cannotBeDrawn = [
  expect.stringMatching(/^content\/logo\.png cannot be drawn\. Save it as PNG, or as SVG/),
];
const drawing = { create: { width: 90, height: 40, channels: 4 as const, background: 'red' } };

test.each([
  { what: 'a site without a logo', svg: undefined },
  {
    what: 'an SVG logo',
    svg: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 40"><path d="M0 0h9v9z"/></svg>',
  },
  { what: 'a PNG logo', svg: wrapPngInSvg(await sharp(drawing).png().toBuffer()) },
])('accepts $what', async ({ svg }) => {
  expect(await findLogoErrors(await svg)).toEqual([]);
});

test.each([
  { what: 'a broken SVG logo', svg: '<svg viewBox="0 0 90 40"><rect' },
  { what: 'a broken PNG logo', svg: wrapPngInSvg(Buffer.from('Dear sir')) },
])('refuses $what', async ({ svg }) => {
  expect(await findLogoErrors(await svg)).toEqual(cannotBeDrawn);
});

const withName = (name: string) => ({ ...content, business: { ...content.business, name } as never });

test('accepts accented letters on signs', async () => {
  expect(await findLetterErrors(withName('Peña Diésel'))).toEqual([]);
});

test('refuses a letter that the sign font does not have', async () => {
  expect(await findLetterErrors(withName('李 Diesel'))).toEqual([
    'The sign font has no "李", which occurs in "李 Diesel" in content/business.json. Use letters of Western European languages.',
  ]);
});
