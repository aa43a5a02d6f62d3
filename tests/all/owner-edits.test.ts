import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { business } from '../../content/business.ts';
import { gallery } from '../../content/gallery/index.ts';
import { phoneLink, printedPhone } from '../../content/phone-number.ts';
import { en } from '../../content/words/en.ts';
import { es } from '../../content/words/es.ts';
import { words } from '../../content/words/index.ts';
import { contactPath } from '../../contract/contact-fields.ts';
import { build, changeFacts, copyProject, otherNumber } from '../support/copy-project.ts';
import { exampleRequest } from '../support/example-request.ts';
import { type Site, startSite } from '../support/start-site.ts';

// The owner's most likely edits, in a copy of the project: facts that no business has, and a picture of their own.

const edits = {
  name: [business.name, 'Nowhere Example Diesel'],
  phone: [business.phone, otherNumber(business.phone)],
  email: [business.email, 'calls@nowhere.example'],
} as const;

let copy: string;
let site: Site;

beforeAll(async () => {
  copy = copyProject();
  const edited = Object.entries(edits).map(([name, [, to]]) => [name, to]);
  changeFacts(copy, 'business', { ...Object.fromEntries(edited), phoneLanguages: ['en', 'es'] });
  await photoFromPhone(join(copy, 'content/gallery/IMG_2041.JPG'));
  const [first, ...others] = gallery;
  changeFacts(copy, 'gallery', {
    about: 'IMG_2041.JPG',
    pictures: [{ ...first, type: 'photo', file: 'IMG_2041.JPG' }, ...others],
  });
  for (const unlisted of ['unlisted.jpg', 'UNLISTED-2.JPEG', 'unlisted-3.webp', 'unlisted-4.png']) {
    await sharp({ create: { width: 1600, height: 900, channels: 3, background: 'green' } }).toFile(
      join(copy, 'content/gallery', unlisted),
    );
  }
  build(copy);
  site = await startSite({ project: copy });
});
afterAll(() => site.stop());

/** All text files sent to browsers. */
const texts = () => globSync('build/site/**/*.{html,js,css,svg,txt,xml}', { cwd: copy });

test('no page, script or file has an old fact', () => {
  expect(texts().length).toBeGreaterThan(10);
  const old = [...Object.values(edits).map(([from]) => from), printedPhone(business.phone)];
  for (const path of texts()) {
    const text = readFileSync(join(copy, path), 'utf8');
    expect(
      old.filter((fact) => text.includes(fact)),
      path,
    ).toEqual([]);
  }
});

test('every page and form message has the new number', () => {
  const [, phone] = edits.phone;
  for (const page of globSync('build/site/**/*.html', { cwd: copy })) {
    const html = readFileSync(join(copy, page), 'utf8');
    expect(html, page).toContain(`href="${phoneLink(phone)}"`);
    expect(html, page).toContain(printedPhone(phone));
  }
  const scripts = globSync('build/site/_astro/*.js', { cwd: copy }).map((path) =>
    readFileSync(join(copy, path), 'utf8'),
  );
  expect(scripts.filter((script) => script.includes(phone))).not.toEqual([]);
});

test('pages and structured data say which languages calls are answered in', () => {
  for (const [language, page] of [
    ['en', 'index.html'],
    ['es', 'es/index.html'],
  ] as const) {
    const html = readFileSync(join(copy, 'build/site', page), 'utf8');
    expect(html, page).toContain(`<p lang="es">${es.phone.spoken}</p>`);
    expect(html, page).not.toContain(words[language].phone.notSpoken);
    expect(html, page).toContain('"knowsLanguage":["en","es"]');
  }
});

test('the social picture is regenerated', () => {
  const [before, after] = ['.', copy].map((folder) => readFileSync(join(folder, 'build/site/social.jpg')));
  expect(after?.equals(before ?? Buffer.alloc(0))).toBe(false);
});

test('the email to the owner and the rejection page show the new number', async () => {
  const post = (body: URLSearchParams) => fetch(site.url + contactPath, { method: 'POST', body });
  const message = 'After the edits';
  await post(new URLSearchParams({ ...exampleRequest, message }));
  const [mail] = await site.mailsWith(message);
  const refused = await (await post(new URLSearchParams({ name: '' }))).text();
  for (const text of [mail?.html, mail?.text, refused]) {
    expect(text).toContain(printedPhone(edits.phone[1]));
    expect(text).toContain(edits.name[1]);
  }
});

test('an owner’s photo, its ending in capitals, is rotated, resized and stripped of metadata', async () => {
  const made = globSync('build/site/_astro/IMG_2041.*.{avif,webp,jpeg,jpg}', { cwd: copy });
  expect(made.length).toBeGreaterThanOrEqual(4);
  for (const picture of made) {
    const path = join(copy, picture);
    const { width = 0, height = 0, exif, orientation } = await sharp(path).metadata();
    expect(height, picture).toBeGreaterThan(width);
    expect(width).toBeLessThanOrEqual(1600);
    expect(exif).toBeUndefined();
    expect(orientation).toBeUndefined();
    // Taken with the camera rotated: red on top, blue at the bottom.
    const { data } = await sharp(path)
      .resize(1, 2, { fit: 'fill' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(data[0]).toBeGreaterThan(data[2] ?? 0);
    expect(data[5]).toBeGreaterThan(data[3] ?? 0);
  }
  const page = readFileSync(join(copy, 'build/site/index.html'), 'utf8');
  const illustrations = gallery.slice(1).filter(({ type }) => type === 'illustration').length;
  expect(page.match(new RegExp(`<small>${en.gallery.illustration}</small>`, 'g')) ?? []).toHaveLength(
    illustrations,
  );
});

test('a picture that gallery.json does not list is not published, in any format', () => {
  expect(globSync('build/site/_astro/*nlisted*', { cwd: copy })).toEqual([]);
  expect(globSync('build/site/_astro/UNLISTED*', { cwd: copy })).toEqual([]);
  expect(globSync('build/site/_astro/*.{JPG,JPEG,PNG}', { cwd: copy })).toEqual([]);
});

/** 12 megapixels, portrait (EXIF orientation 6), with a GPS position. */
async function photoFromPhone(path: string) {
  const half = (background: string) => ({
    create: { width: 2016, height: 3024, channels: 3 as const, background },
  });
  const blue = await sharp(half('blue')).png().toBuffer();
  await sharp({ create: { width: 4032, height: 3024, channels: 3, background: 'red' } })
    .composite([{ input: blue, left: 2016, top: 0 }])
    .withExif({ IFD0: { Make: 'Phone' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '29/1 45/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toFile(path);
  const { orientation, exif } = await sharp(path).metadata();
  expect(orientation).toBe(6);
  expect(exif).toBeDefined();
}
