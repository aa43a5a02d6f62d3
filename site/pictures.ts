import { getImage } from 'astro:assets';
import type { ImageMetadata } from 'astro';
import { aboutPhoto, gallery, type Photo } from '../content/gallery.ts';

/** The generated widths in pixels. A phone with 412 px at 2x needs 824 for a picture in full width. */
const widths = [480, 824, 1600];

const quality = 37;

const files = import.meta.glob<ImageMetadata>('../content/gallery/*.{jpg,jpeg,png,webp,JPG,JPEG,PNG,WEBP}', {
  eager: true,
  import: 'default',
});

export interface LoadedPicture {
  /** The AVIF files, in the format of the `srcset` attribute. */
  srcSet: string;
  /** A JPEG for browsers without AVIF, and for the link that opens the picture. */
  fallback: string;
  width: number;
  height: number;
}

export type ShownItem = (typeof gallery)[number] & { photo: LoadedPicture | undefined };

/** Returns the gallery's items, and generates every size of their photos. A missing file stops the build. */
export const loadGallery = (): Promise<ShownItem[]> =>
  Promise.all(
    gallery.map(async (item) => ({ ...item, photo: item.type === 'photo' ? await load(item) : undefined })),
  );

/** The about page's photo, if it has one. */
export const loadAboutPhoto = async () => aboutPhoto && { ...aboutPhoto, photo: await load(aboutPhoto) };

async function load({ file }: Photo): Promise<LoadedPicture> {
  const image = findImage(file);
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
    // The image's own properties aren't read here, because Astro then publishes the original. A photo's original may
    // contain its GPS position.
    width: fallback.attributes.width,
    height: fallback.attributes.height,
  };
}

function findImage(file: string): ImageMetadata {
  const image = files[`../content/gallery/${file}`];
  if (!image) {
    throw new Error(
      `content/gallery.json names the picture "${file}", but content/gallery has no such file.`,
    );
  }
  return image;
}
