import { getImage } from 'astro:assets';
import type { ImageMetadata } from 'astro';
import { aboutPicture, gallery, type Picture } from '../content/gallery/index.ts';

/** Generated widths in pixels; 824 is a 412 px phone at 2x. */
const widths = [480, 824, 1600];

/** Up to 19 kB at 824 px. */
const quality = 37;

const files = import.meta.glob<ImageMetadata>('../content/gallery/*.{jpg,jpeg,png,webp,JPG,JPEG,PNG,WEBP}', {
  eager: true,
  import: 'default',
});

export interface LoadedPicture {
  /** In AVIF, as in the `srcset` attribute. */
  srcSet: string;
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

async function load({ file }: Picture): Promise<LoadedPicture> {
  const image = imageOf(file);
  const fallback = await getImage({ src: image, width: 1600, format: 'jpeg', quality: 72 });
  const sizes = await Promise.all(
    widths.map(async (width) => {
      const { src } = await getImage({ src: image, width, format: 'avif', quality });
      return `${src} ${width}w`;
    }),
  );
  return {
    srcSet: sizes.join(', '),
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
