import type { LoadedPicture } from '../pictures.ts';

interface Props {
  picture: LoadedPicture;
  alt: string;
  /** The picture's width on the page, in the format of the `sizes` attribute. */
  sizes: string;
}

/** A lazily loaded picture in the best format that the browser supports. Its space is reserved. */
export function Photo({ picture, alt, sizes }: Props) {
  return (
    <picture>
      <source type="image/avif" srcSet={picture.srcSet} sizes={sizes} />
      <img
        src={picture.fallback}
        width={picture.width}
        height={picture.height}
        alt={alt}
        loading="lazy"
        decoding="async"
      />
    </picture>
  );
}
