import { existsSync } from 'node:fs';
import { join, parse } from 'node:path';
import sharp from 'sharp';
import type { Picture } from '../content/gallery/index.ts';

/** Pixels that the largest size of each file is made from: enlarged, it would be blurred (pictures.ts). */
const leastWidths = { file: 1600, phoneFile: 824 } as const;

/** AVIF bytes at 824 px, for a 412 px phone at 2x: more takes seconds where the signal is weak. */
export const phoneBytes = 19_000;

/** Errors for pictures that are missing, unreadable or too small, as sentences. */
export async function pictureFileErrors(
  pictures: readonly Pick<Picture, keyof typeof leastWidths>[],
  folder = 'content/gallery',
): Promise<string[]> {
  const stale = pictures.flatMap(staleCrops);
  const checked = pictures.flatMap((picture) =>
    (['file', 'phoneFile'] as const).map((kind) => fileError(picture[kind], kind, folder)),
  );
  return [...new Set([...stale, ...(await Promise.all(checked)).filter((error) => error !== undefined)])];
}

/** Somebody who replaces a picture may forget its crops, and phones would show the former one. */
function staleCrops({ file, phoneFile }: Pick<Picture, keyof typeof leastWidths>): string[] {
  return phoneFile === undefined || phoneFile.startsWith(parse(file).name)
    ? []
    : [
        `The phoneFile "${phoneFile}" named in content/gallery.json belongs to another picture than "${file}". Leave phoneFile out, or give it a name that begins with "${parse(file).name}".`,
      ];
}

async function fileError(
  file: string | undefined,
  kind: keyof typeof leastWidths,
  folder: string,
): Promise<string | undefined> {
  if (file === undefined) {
    return undefined;
  } else if (!existsSync(join(folder, file))) {
    return `content/gallery.json names the picture "${file}", but content/gallery has no such file. Put it there, or name one that is there.`;
  }
  if (/\.hei[cf]$/i.test(file)) {
    return `The picture "${file}" named in content/gallery.json is in Apple's format. Send it to yourself by email, or open and export it, as JPEG.`;
  }
  const width = await uprightWidth(join(folder, file));
  const least = leastWidths[kind];
  if (width === undefined) {
    return `The picture "${file}" named in content/gallery.json cannot be read. Save it as JPEG, PNG or WebP.`;
  }
  return width >= least
    ? undefined
    : `The picture "${file}" named in content/gallery.json is ${width} pixels wide, which would look blurred. Take one of at least ${least} pixels.`;
}

/** A phone may have stored the picture on its side (EXIF orientation 5 to 8). */
async function uprightWidth(path: string): Promise<number | undefined> {
  try {
    const { width, height, orientation = 1 } = await sharp(path).metadata();
    return orientation >= 5 ? height : width;
  } catch {
    return undefined;
  }
}
