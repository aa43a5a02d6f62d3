import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { heroPicture } from '../content/gallery/index.ts';
import { contrastOver, isTooBright, shares } from './hero-contrast.ts';

const folder = mkdtempSync(join(tmpdir(), 'hero-'));

/** A sky over a dark ground; turned upside down by its EXIF orientation, as from a camera held so. */
async function photo(sky: string, orientation = 1): Promise<string> {
  const path = join(folder, `${sky}-${orientation}.jpg`);
  const half = { create: { width: 1600, height: 450, channels: 3 as const, background: sky } };
  await sharp({ create: { width: 1600, height: 900, channels: 3, background: '#101418' } })
    .composite([{ input: await sharp(half).png().toBuffer(), left: 0, top: 0 }])
    .withMetadata({ orientation })
    .jpeg()
    .toFile(path);
  return path;
}

test.each([
  ['#f2f5f8', true],
  ['#1c2633', false],
])('a sky of %s needs more dimming: %s', async (sky, isBright) => {
  expect(await isTooBright(await photo(sky))).toBe(isBright);
  expect(await isTooBright(await photo(sky, 3))).toBe(isBright);
});

test('the example’s hero needs none', async () => {
  for (const file of ['roadside-emergency.jpg', 'roadside-emergency-wide.jpg']) {
    if (heroPicture.file !== 'roadside-emergency.jpg') continue;
    expect(await isTooBright(join('content/gallery', file)), file).toBe(false);
  }
});

test('dimmed, even a white picture leaves the words readable; as usual it would not', () => {
  expect(contrastOver([255, 255, 255], shares.dimmed)).toBeGreaterThanOrEqual(4.5);
  expect(contrastOver([255, 255, 255], shares.usual)).toBeLessThan(2.5);
});

test('the style sheet shows the picture by these shares', () => {
  const sheet = readFileSync('site/sections/Hero.module.css', 'utf8');
  expect(sheet).toContain(`rgb(0 0 0 / ${shares.usual}) 35%`);
  expect(sheet).toContain(`rgb(0 0 0 / ${shares.dimmed}) 52%`);
});
