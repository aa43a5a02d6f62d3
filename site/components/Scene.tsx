import type { DrawingName } from '../../content/gallery.ts';

/** Returns the URL of a view in the file of scenes and drawings, which browsers load once for all views. */
export const getSceneUrl = (view: string) => `/scenes.svg#${view}`;

interface DrawingProps {
  name: DrawingName;
  alt: string;
}

/** A lazily loaded drawing with the aspect ratio of the gallery's pictures. */
export function Drawing({ name, alt }: DrawingProps) {
  return <img src={getSceneUrl(name)} width="300" height="200" alt={alt} loading="lazy" decoding="async" />;
}

interface SceneProps {
  name: 'night' | 'sunrise';
  className: string | undefined;
}

/** A decorative road across the whole screen. A phone shows a shorter part, but larger. */
export function Scene({ name, className }: SceneProps) {
  return (
    <picture className={className}>
      <source media="(max-width: 40rem)" srcSet={getSceneUrl(`${name}-narrow`)} />
      <img src={getSceneUrl(name)} alt="" loading="lazy" />
    </picture>
  );
}
