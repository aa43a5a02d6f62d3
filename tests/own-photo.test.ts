import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { gallery } from '../content/gallery/index.ts';
import { build, change, copyProject } from './support/copy-project.ts';

const [item] = gallery;

test('an owner’s photo comes out upright, resized and without its metadata', async () => {
  const copy = copyProject();
  const file = item?.file ?? '';
  await photoFromPhone(join(copy, 'content/gallery', file));
  change(
    copy,
    'content/gallery/index.ts',
    "type: 'illustration',\n    file: '",
    "type: 'photo',\n    file: '",
  );
  build(copy);

  const name = file.replace('.jpg', '');
  const made = globSync(`build/site/_astro/${name}.*.{avif,webp,jpeg,jpg}`, { cwd: copy });
  expect(made.length).toBeGreaterThanOrEqual(5);
  for (const picture of made) {
    const path = join(copy, picture);
    const { width = 0, height = 0, exif, orientation } = await sharp(path).metadata();
    expect(height, picture).toBeGreaterThan(width);
    expect(width).toBeLessThanOrEqual(1600);
    expect(exif).toBeUndefined();
    expect(orientation).toBeUndefined();
    // Shot with its top to the left: red was above, blue below.
    const { data } = await sharp(path)
      .resize(1, 2, { fit: 'fill' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(data[0]).toBeGreaterThan(data[2] ?? 0);
    expect(data[5]).toBeGreaterThan(data[3] ?? 0);
  }
  const page = readFileSync(join(copy, 'build/site/index.html'), 'utf8');
  expect(page.match(/<small>Illustration<\/small>/g)).toHaveLength(gallery.length - 1);
}, 120_000);

/** 12 megapixels, held upright (EXIF orientation 6), with the place where it was taken. */
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
