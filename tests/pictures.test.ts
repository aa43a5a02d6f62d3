import { existsSync, globSync, readdirSync, statSync } from 'node:fs';
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

test.runIf(drawn.length > 0)('renditions/ holds no picture that no page uses', () => {
  const unused = readdirSync('renditions/assets').filter((file) => !existsSync(`build/site/_astro/${file}`));
  expect(unused, 'Delete them.').toEqual([]);
});
