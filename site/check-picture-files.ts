import { existsSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Photo } from '../content/gallery.ts';

/** The minimum width in pixels. Browsers would enlarge and blur a narrower picture (pictures.ts). */
const minWidth = 1600;

/** Returns a sentence for each photo that is missing, unreadable, or too narrow. */
export async function findPictureFileErrors(
  photos: readonly Pick<Photo, 'file'>[],
  folder = 'content/gallery',
): Promise<string[]> {
  const errors = await Promise.all(photos.map(({ file }) => findFileError(file, folder)));
  return errors.filter((error) => error !== undefined);
}

async function findFileError(file: string, folder: string): Promise<string | undefined> {
  if (!existsSync(join(folder, file))) {
    return `content/gallery.json names the picture "${file}", but content/gallery has no such file. Add the file, or name one that exists.`;
  }
  if (/\.hei[cf]$/i.test(file)) {
    return `The picture "${file}" named in content/gallery.json is in Apple's HEIC format. Open it on your computer, and export it as JPEG.`;
  }
  const width = await readUprightWidth(join(folder, file));
  if (width === undefined) {
    return `The picture "${file}" named in content/gallery.json cannot be read. Save it as JPEG, PNG or WebP.`;
  }
  return width >= minWidth
    ? undefined
    : `The picture "${file}" named in content/gallery.json is ${width} pixels wide, which would look blurred. Use one that is at least ${minWidth} pixels wide.`;
}

/** Returns the width of the upright picture. Phones may store it on its side (EXIF orientation 5 to 8). */
async function readUprightWidth(path: string): Promise<number | undefined> {
  try {
    const { width, height, orientation = 1 } = await sharp(path).metadata();
    return orientation >= 5 ? height : width;
  } catch {
    return undefined;
  }
}
