import { getImage } from 'astro:assets';
import type { ImageMetadata } from 'astro';
import { gallery, heroPicture, type Picture } from '../content/gallery/index.ts';

/** Widths in pixels that are made of each picture; 824 is a 412 px phone at two dots a pixel. */
const avifWidths = [480, 824, 1600];
/** One is enough for the few browsers that know WebP only. */
const webpWidths = [824];

const files = import.meta.glob<ImageMetadata>('../content/gallery/*.{jpg,jpeg,webp}', {
  eager: true,
  import: 'default',
});

export interface LoadedPicture {
  sources: { type: string; srcSet: string }[];
  /** A JPEG for browsers that know no newer format, and for the link that opens the picture. */
  fallback: string;
  width: number;
  height: number;
}

/** Makes every size of the pictures the landing page shows. A picture that is missing stops the build. */
export async function loadPictures() {
  return {
    hero: await load(heroPicture),
    gallery: await Promise.all(gallery.map(async (item) => ({ ...item, picture: await load(item) }))),
  };
}

async function load({ file, alt }: Picture): Promise<LoadedPicture> {
  const image = files[`../content/gallery/${file}`];
  if (!image) {
    throw new Error(
      `content/gallery/index.ts names the picture "${file}", but content/gallery has no such file.`,
    );
  }
  if (Object.values(alt).some((text) => text.trim() === '')) {
    throw new Error(`content/gallery/index.ts: say in "alt" what is to be seen in "${file}".`);
  }
  const fallback = await getImage({ src: image, width: 1600, format: 'jpeg', quality: 72 });
  return {
    sources: [await source(image, 'avif', 50, avifWidths), await source(image, 'webp', 66, webpWidths)],
    fallback: fallback.src,
    width: image.width,
    height: image.height,
  };
}

async function source(image: ImageMetadata, format: 'avif' | 'webp', quality: number, widths: number[]) {
  const sizes = await Promise.all(
    widths.map(async (width) => `${(await getImage({ src: image, width, format, quality })).src} ${width}w`),
  );
  return { type: `image/${format}`, srcSet: sizes.join(', ') };
}
