import type { LoadedPicture } from '../pictures.ts';

interface Props {
  picture: LoadedPicture;
  alt: string;
  /** How wide the picture is shown, as in the `sizes` attribute. */
  sizes: string;
  className?: string | undefined;
}

/** A picture in the best format the browser supports. Loads lazily with its space reserved. */
export function Photo({ picture, alt, sizes, className }: Props) {
  return (
    <picture>
      {picture.sources.map((source) => (
        <source key={source.srcSet} {...source} sizes={sizes} />
      ))}
      <img
        src={picture.fallback}
        width={picture.width}
        height={picture.height}
        alt={alt}
        loading="lazy"
        decoding="async"
        className={className}
      />
    </picture>
  );
}
