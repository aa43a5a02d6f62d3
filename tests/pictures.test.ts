import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { parse } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { gallery } from '../content/gallery/index.ts';
import { phoneBytes } from '../site/check-picture-files.ts';

/** Only of our own pictures: an owner's photograph is as it is, and npm run check names a heavy one. */
const drawn = gallery.filter(({ type }) => type === 'illustration');

test.each(drawn)('$file takes at most 19 kB on a phone', async ({ file }) => {
  const made = globSync(`build/site/_astro/${parse(file).name}.*.avif`);
  const widths = await Promise.all(made.map(async (path) => (await sharp(path).metadata()).width));
  const phone = made[widths.indexOf(824)] ?? '';
  expect(statSync(phone).size).toBeLessThanOrEqual(phoneBytes);
});

test('favicon.ico, which browsers request without a link, has the icon in three sizes', async () => {
  const file = readFileSync('build/site/favicon.ico');
  const [reserved, type, count = 0] = [0, 2, 4].map((offset) => file.readUInt16LE(offset));
  expect([reserved, type, count]).toEqual([0, 1, 3]);
  const sizes = Array.from({ length: count }, async (_, index) => {
    const entry = file.subarray(6 + 16 * index);
    const [length, offset] = [entry.readUInt32LE(8), entry.readUInt32LE(12)];
    const { format, width, height } = await sharp(file.subarray(offset, offset + length)).metadata();
    expect({ format, width, height }).toEqual({ format: 'png', width: entry[0], height: entry[1] });
    return width;
  });
  expect(await Promise.all(sizes)).toEqual([16, 32, 48]);
});

test('pages name each size of a picture by its width', () => {
  const html = globSync('build/site/**/*.html').map((page) => readFileSync(page, 'utf8'));
  const sizes = html.join().matchAll(/(\/_astro\/[^\s"]+) (\d+)w/g);
  const named = Array.from(sizes, ([, address = '', width]) => ({ address, width }));
  expect(named.length).toBeGreaterThan(0);
  for (const { address, width } of named) {
    expect(address).toMatch(new RegExp(String.raw`\.[\w-]{8}_${width}\.avif$`));
    expect(existsSync(`build/site${decodeURI(address.replaceAll('&#x27;', "'"))}`), address).toBe(true);
  }
});

test.runIf(drawn.length > 0)('renditions/ holds no picture that no page uses', () => {
  const published = new Set(globSync('build/site/_astro/*.{avif,jpeg}').map(contentsOf));
  const files = readdirSync('renditions/assets');
  const unused = files.filter((file) => !published.has(contentsOf(`renditions/assets/${file}`)));
  expect(unused, 'Delete them.').toEqual([]);
});

function contentsOf(path: string): string {
  return readFileSync(path, 'base64');
}
