import type { LoadedPicture } from '../pictures.ts';

interface Props {
  picture: LoadedPicture;
  alt: string;
  /** How wide the picture is shown, as in the `sizes` attribute. */
  sizes: string;
}

/** A picture in the best format the browser supports, with its space reserved. Loads lazily. */
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
