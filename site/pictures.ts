import { getImage } from 'astro:assets';
import type { ImageMetadata } from 'astro';
import { aboutPicture, gallery, heroPicture, type Picture } from '../content/gallery/index.ts';
import { isTooBright } from './hero-contrast.ts';

/** Generated widths in pixels; 824 is a 412 px phone at 2x. */
const avifWidths = [480, 824, 1600];
const phoneWidths = [480, 824];
/** For the hero on large screens; never upscaled. */
const wideWidth = 2560;

/** Screens that get the tighter crop. */
const phoneScreens = '(max-width: 40rem)';
const wideScreens = '(min-width: 1601px)';

/** The hero is shown large: up to 34 kB at 824 px, gallery pictures 19 kB. */
const heroQuality = 58;
const galleryQuality = 37;

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

/** Generates every size of the landing page's pictures. A missing picture stops the build. */
export async function loadPictures() {
  const { file, wideFile = file } = heroPicture;
  return {
    isHeroDimmed: (
      await Promise.all([file, wideFile].map((name) => isTooBright(`content/gallery/${name}`)))
    ).some(Boolean),
    hero: await load({ ...heroPicture, wideFile }, heroQuality),
    gallery: await Promise.all(
      gallery.map(async (item) => ({ ...item, picture: await load(item, galleryQuality) })),
    ),
  };
}

/** The about page's picture. */
export const loadAboutPicture = () => load(aboutPicture, galleryQuality);

async function load({ file, phoneFile, wideFile }: Picture, quality: number): Promise<LoadedPicture> {
  const image = imageOf(file);
  const fallback = await getImage({ src: image, width: 1600, format: 'jpeg', quality: 72 });
  return {
    sources: [
      ...(phoneFile ? [await source(imageOf(phoneFile), quality, phoneWidths, phoneScreens)] : []),
      ...(wideFile ? [await source(imageOf(wideFile), quality, [wideWidth], wideScreens)] : []),
      await source(image, quality, avifWidths),
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
      `content/gallery/index.ts names the picture "${file}", but content/gallery has no such file.`,
    );
  }
  return image;
}

async function source(image: ImageMetadata, quality: number, widths: number[], media?: string) {
  const sizes = await Promise.all(
    widths.map(async (width) => ({
      width,
      made: await getImage({ src: image, width, format: 'avif', quality }),
    })),
  );
  // Reserve space for the crop, not for the wide frame.
  const shape = media ? sizes.at(-1)?.made.attributes : undefined;
  return {
    type: 'image/avif',
    srcSet: sizes.map(({ width, made }) => `${made.src} ${width}w`).join(', '),
    media,
    width: shape?.width,
    height: shape?.height,
  };
}
