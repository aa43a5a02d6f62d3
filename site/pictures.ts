import { getImage } from 'astro:assets';
import type { ImageMetadata } from 'astro';
import { aboutPicture, gallery, type Picture } from '../content/gallery/index.ts';

/** Generated widths in pixels; 824 is a 412 px phone at 2x. */
const avifWidths = [480, 824, 1600];
const phoneWidths = [480, 824];

/** Screens that get the tighter crop. */
const phoneScreens = '(max-width: 40rem)';

/** Up to 19 kB at 824 px. */
const quality = 37;

const files = import.meta.glob<ImageMetadata>('../content/gallery/*.{jpg,jpeg,png,webp,JPG,JPEG,PNG,WEBP}', {
  eager: true,
  import: 'default',
});

export interface LoadedPicture {
  sources: {
    type: string;
    srcSet: string;
    media: string | undefined;
    width: number | undefined;
    height: number | undefined;
  }[];
  /** A JPEG for browsers without support for newer formats, and for the link that opens the picture. */
  fallback: string;
  width: number;
  height: number;
}

/** Generates every size of the gallery's pictures. A missing picture stops the build. */
export const loadGallery = () =>
  Promise.all(gallery.map(async (item) => ({ ...item, picture: await load(item) })));

/** The about page's picture. */
export const loadAboutPicture = () => load(aboutPicture);

async function load({ file, phoneFile }: Picture): Promise<LoadedPicture> {
  const image = imageOf(file);
  const fallback = await getImage({ src: image, width: 1600, format: 'jpeg', quality: 72 });
  return {
    sources: [
      ...(phoneFile ? [await source(imageOf(phoneFile), phoneWidths, phoneScreens)] : []),
      await source(image, avifWidths),
    ],
    fallback: fallback.src,
    // Not from the image itself: Astro publishes every original whose properties are read, and a photograph's
    // original may contain its GPS position.
    width: fallback.attributes.width,
    height: fallback.attributes.height,
  };
}

function imageOf(file: string): ImageMetadata {
  const image = files[`../content/gallery/${file}`];
  if (!image) {
    throw new Error(
      `content/gallery.json names the picture "${file}", but content/gallery has no such file.`,
    );
  }
  return image;
}

async function source(image: ImageMetadata, widths: number[], media?: string) {
  const sizes = await Promise.all(
    widths.map(async (width) => ({
      width,
      made: await getImage({ src: image, width, format: 'avif', quality }),
    })),
  );
  // Reserve space for the crop.
  const shape = media ? sizes.at(-1)?.made.attributes : undefined;
  return {
    type: 'image/avif',
    srcSet: sizes.map(({ width, made }) => `${made.src} ${width}w`).join(', '),
    media,
    width: shape?.width,
    height: shape?.height,
  };
}
