import { getImage } from 'astro:assets';
import type { ImageMetadata } from 'astro';
import { aboutPicture, gallery, heroPicture, type Picture } from '../content/gallery/index.ts';

/** Widths in pixels that are made of each picture; 824 is a 412 px phone at two dots a pixel. */
const avifWidths = [480, 824, 1600];
const phoneWidths = [480, 824];
/** For the hero on large screens; never more than its file has. */
const wideWidth = 2560;

/** Where a tighter crop is shown in place of a wide frame. */
const phoneScreens = '(max-width: 40rem)';
const wideScreens = '(min-width: 1601px)';

/** The hero is seen large; at 824 px it may take 34 kB, a picture of the gallery 19 kB. */
const heroQuality = 58;
const galleryQuality = 37;

const files = import.meta.glob<ImageMetadata>('../content/gallery/*.{jpg,jpeg,webp}', {
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
  /** A JPEG for browsers that know no newer format, and for the link that opens the picture. */
  fallback: string;
  width: number;
  height: number;
}

/** Makes every size of the pictures the landing page shows. A picture that is missing stops the build. */
export async function loadPictures() {
  return {
    hero: await load({ ...heroPicture, wideFile: heroPicture.wideFile ?? heroPicture.file }, heroQuality),
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
    // Not from the image itself: Astro publishes every original that is asked anything, and the
    // original of a photograph holds the place where it was taken.
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
  // The place that is held is the crop's own, not that of the wide frame.
  const shape = media ? sizes.at(-1)?.made.attributes : undefined;
  return {
    type: 'image/avif',
    srcSet: sizes.map(({ width, made }) => `${made.src} ${width}w`).join(', '),
    media,
    width: shape?.width,
    height: shape?.height,
  };
}
