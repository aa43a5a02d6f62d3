import type { DrawingName } from '../../content/gallery.ts';

/** The address of a view in the file of scenes, which browsers load once for all of them. */
export const sceneAddress = (view: string) => `/scenes.svg#${view}`;

interface DrawingProps {
  name: DrawingName;
  alt: string;
}

/** A drawing of the shape of the gallery's pictures. Loads lazily. */
export function Drawing({ name, alt }: DrawingProps) {
  return <img src={sceneAddress(name)} width="300" height="200" alt={alt} loading="lazy" decoding="async" />;
}

interface SceneProps {
  name: 'night' | 'sunrise';
  className: string | undefined;
}

/** The road from one edge of the screen to the other, as decoration. A phone shows less of it, larger. */
export function Scene({ name, className }: SceneProps) {
  return (
    <picture className={className}>
      <source media="(max-width: 40rem)" srcSet={sceneAddress(`${name}-narrow`)} />
      <img src={sceneAddress(name)} alt="" loading="lazy" />
    </picture>
  );
}
