import { globSync, statSync } from 'node:fs';
import { parse } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { gallery, heroPicture } from '../content/gallery/index.ts';
import { unusedRenditions } from '../scripts/kept-renditions.mjs';
import { phoneBytes } from '../site/check-picture-files.ts';

/** Only of our own pictures: an owner's photograph is as it is, and npm run check names a heavy one. */
const limits = [
  { picture: heroPicture, limit: phoneBytes.hero },
  ...gallery.map((picture) => ({ picture, limit: phoneBytes.gallery })),
].filter(({ picture }) => picture.type === 'illustration');

test.each(limits)('$picture.file takes at most $limit bytes on a phone', async ({ picture, limit }) => {
  for (const file of [picture.file, picture.phoneFile ?? picture.file]) {
    const made = globSync(`build/site/_astro/${parse(file).name}.*.avif`);
    const widths = await Promise.all(made.map(async (path) => (await sharp(path).metadata()).width));
    const phone = made[widths.indexOf(824)] ?? '';
    expect(statSync(phone).size).toBeLessThanOrEqual(limit);
  }
});

test.runIf(heroPicture.type === 'illustration')('the hero takes at most 120 kB on the widest screens', () => {
  const { name } = parse(heroPicture.wideFile ?? heroPicture.file);
  const sizes = globSync(`build/site/_astro/${name}.*.avif`).map((file) => statSync(file).size);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(120_000);
  expect(sizes).not.toEqual([]);
});

test('the originals, which may contain GPS positions, are not published', () => {
  expect(globSync('build/site/_astro/*.jpg')).toEqual([]);
});

test.runIf(heroPicture.type === 'illustration')('renditions/ holds no picture that no page uses', () => {
  expect(unusedRenditions(), 'Run "npm run renditions", and commit the folder.').toEqual([]);
});
