import { execSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gallery } from '../../content/gallery.ts';
import { words } from '../../content/words/index.ts';
import { changeFacts, copyProject } from '../support/copy-project.ts';
import { countBytesOnTheWire } from '../support/raw-exchange.ts';
import { type Site, startSite } from '../support/start-site.ts';

// Tests all facts that an owner may add, and an owner's picture, in a copy of the project.

const facts = {
  languages: ['en', 'es'],
  phoneLanguages: ['en', 'es'],
  payment: {
    en: ['Cash', 'Visa', 'Mastercard', 'Zelle', 'EFS', 'Comdata', 'T-Chek'],
    es: ['Efectivo', 'Visa', 'Mastercard', 'Zelle', 'EFS', 'Comdata', 'T-Chek'],
  },
  rates: {
    en: 'Service call $125 within 25 miles, then $3.50 a mile. Labor $135 an hour, quoted before we start.',
    es: 'Visita $125 hasta 25 millas, después $3.50 por milla. Mano de obra $135 por hora; se cotiza antes.',
  },
  notDone: {
    en: ['Tires', 'Transmission rebuilds', 'Trailer frames'],
    es: ['Llantas', 'Reconstrucción de transmisiones', 'Chasises de remolque'],
  },
  town: 'Katy, TX',
  worksOnShoulders: true,
  textLine: '+17135550188',
  answerWithinMinutes: 10,
  profiles: [{ name: 'Reviews on Google', url: 'https://g.page/r/example' }],
  phonesRing: true,
};

/** Removes these facts again. The pages must not mention them. */
const modest = {
  hours: { days: 'Mo-Sa', opens: '07:00', closes: '19:00' },
  credentials: { aseCertified: false, licensedAndInsured: false },
  claims: { yearsOfExperience: '', clients: '', hoursSaved: '' },
  payment: { en: [], es: [] },
  rates: { en: '', es: '' },
  notDone: { en: [], es: [] },
  town: '',
  textLine: '',
};

/** URLs encode the spaces and accents, and HTML escapes the apostrophe. */
const photo = "Foto del camión d'Ana.JPG";

let copy: string;
let site: Site;
beforeAll(async () => {
  copy = copyProject();
  changeFacts(copy, 'business', facts);
  await writePhonePhoto(join(copy, 'content/gallery', photo));
  const [first, ...others] = gallery;
  changeFacts(copy, 'gallery', {
    about: photo,
    pictures: [{ type: 'photo', file: photo, alt: first?.alt, caption: first?.caption }, ...others],
  });
  const green = sharp({ create: { width: 1600, height: 900, channels: 3, background: 'green' } });
  for (const name of ['unlisted.jpg', 'UNLISTED-2.JPEG']) {
    await green.toFile(join(copy, 'content/gallery', name));
  }
  build(copy);
  site = await startSite({ project: copy });
});
afterAll(() => site.stop());

const build = (cwd: string) => execSync('npm run --silent build', { cwd, stdio: 'pipe' });
const findAssets = (pattern: string) => globSync(`build/site/_astro/${pattern}`, { cwd: copy });
const readPage = (file: string) => readFileSync(join(copy, 'build/site', file), 'utf8');

test.each([
  { language: 'en', file: 'index.html', path: '/' },
  { language: 'es', file: 'es/index.html', path: '/es/' },
] as const)('the page in $language has every fact and stays small', async ({ language, file, path }) => {
  const { contact, privacy, services, phone } = words[language];
  const html = readPage(file);
  const text = extractText(html);
  for (const sentence of [
    `${services.terms.payment} ${facts.payment[language].join(' · ')}`,
    `${services.terms.rates} ${facts.rates[language]}`,
    `${services.terms.notDone} ${facts.notDone[language].join(' · ')}`,
    `${contact.townLabel} ${facts.town}`,
    'Reviews on Google',
    services.shoulders.worked,
    words.es.phone.spoken,
  ]) {
    expect(text).toContain(sentence);
  }
  expect(text).not.toContain(phone.notSpoken);
  expect(extractText(readPage(file.replace('index', 'about')))).toContain(privacy.paging.trim());
  // Each orange call button has the text line next to it.
  expect(html.split(`href="sms:${facts.textLine}`).length - 1).toBeGreaterThanOrEqual(2);
  // Search engines read these facts.
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
  expect(JSON.parse(json)).toMatchObject({
    address: { addressLocality: 'Katy', addressRegion: 'TX', addressCountry: 'US' },
    sameAs: ['https://g.page/r/example'],
    paymentAccepted: facts.payment[language].join(', '),
  });
  expect(json).toContain('"knowsLanguage":["en","es"]');
  // Without the added facts, the limit is 10,000 (built-pages.test.ts).
  expect(await countBytesOnTheWire(site.url + path)).toBeLessThanOrEqual(10_800);
});

test("each page has the business's hours and no claim that it doesn't make", () => {
  const other = copyProject();
  changeFacts(other, 'business', { ...facts, ...modest });
  build(other);
  for (const file of ['index.html', 'about.html', 'es/index.html', 'es/about.html']) {
    const html = readFileSync(join(other, 'build/site', file), 'utf8');
    const text = extractText(html);
    expect(text, file).not.toMatch(/24\/7|\bASE\b|[Ll]icensed|licencia|any hour|cualquier hora/);
    expect(text, file).not.toMatch(/24 (?:hours|horas)|day (?:and|or) night|de día [oy] de noche/i);
    expect(html, file).not.toMatch(/<(li|dl|dd|dt|p|h3|b)(?: [^>]*)?>\s*<\/\1>|href="sms:/);
    expect(html, file).toMatch(/(Monday through Saturday, |de lunes a sábado, de )7:00\xa0(AM to|a\.m\. a) /);
    const { contact, services } = words[file.startsWith('es') ? 'es' : 'en'];
    const labels = [contact.townLabel, ...Object.values(services.terms)].map((label) => `<dt>${label}</dt>`);
    for (const absent of [...labels, '"Sunday"']) {
      expect(html, file).not.toContain(absent);
    }
  }
});

test('a photo with an ordinary file name is served upright, resized, and without metadata', async () => {
  const photos = findAssets("Foto del camión d'Ana.*.{avif,webp,jpeg,jpg}");
  expect(photos.length).toBeGreaterThanOrEqual(4);
  for (const picture of photos) {
    const path = join(copy, picture);
    const { width = 0, height = 0, exif, orientation } = await sharp(path).metadata();
    expect(height, picture).toBeGreaterThan(width);
    expect(width).toBeLessThanOrEqual(1600);
    expect(exif).toBeUndefined();
    expect(orientation).toBeUndefined();
    const served = await fetch(site.url + encodeURI(picture.replace('build/site', '')));
    expect(served.status, picture).toBe(200);
  }
});

test('pages list each size of a photo with its width', () => {
  const pages = ['index.html', 'about.html', 'es/index.html'].map(readPage);
  const sizes = pages.join().matchAll(/(\/_astro\/[^\s"]+) (\d+)w/g);
  const named = Array.from(sizes, ([, address = '', width]) => ({ address, width }));
  expect(named.length).toBeGreaterThanOrEqual(9);
  for (const { address, width } of named) {
    expect(address).toMatch(new RegExp(String.raw`\.[\w-]{8}_${width}\.avif$`));
    expect(existsSync(join(copy, 'build/site', decodeURI(address.replaceAll('&#x27;', "'")))), address).toBe(
      true,
    );
  }
});

test('a drawing that a photo replaced is neither linked nor in scenes.svg', () => {
  const html = readPage('index.html');
  const links = Array.from(html.matchAll(/<a href="\/(scenes\.svg#|_astro\/)/g), ([, kind]) => kind);
  expect(links).toEqual(['_astro/', ...gallery.slice(1).map(() => 'scenes.svg#')]);
  const scenes = readPage('scenes.svg');
  const [first] = gallery;
  expect(scenes).not.toContain(`<view id="${Object(first).drawing}"`);
  expect(scenes).not.toContain('<view id="cutaway"');
  expect(readPage('about.html')).not.toContain('#cutaway');
});

test('unlisted pictures and original photos are not published', () => {
  expect([...findAssets('*nlisted*'), ...findAssets('UNLISTED*'), ...findAssets('*.{JPG,JPEG,PNG}')]).toEqual(
    [],
  );
});

/** Writes a 12-megapixel photo in portrait (EXIF orientation 6) with a GPS position. */
async function writePhonePhoto(path: string) {
  await sharp({ create: { width: 4032, height: 3024, channels: 3, background: 'red' } })
    .withExif({ IFD0: { Make: 'Phone' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '29/1 45/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toFile(path);
}

function extractText(html: string): string {
  return html
    .replace(/<(style|script)\b.*?<\/\1>/gs, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replace(/\s+/g, ' ');
}
