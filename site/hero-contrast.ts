import sharp from 'sharp';
import { contrast } from './styles/contrast.ts';
import { colorOf } from './styles/palette.ts';

/** How much of the picture shows under the hero's words on wide screens (Hero.module.css). */
export const shares = { usual: 0.5, dimmed: 0.25 };

const leastContrast = 4.5;
/** A lamp or a reflection is smaller than a letter. */
const mayFall = 0.02;

const [columns, rows] = [48, 32];
/** Where the words stand, on any wide screen, as a part of the picture. */
const words = { left: 3, top: 5, width: 17, height: 23 };

/** Whether the hero's words could not be read over the picture, unless it is dimmed more than usual. */
export async function isTooBright(path: string): Promise<boolean> {
  const small = await sharp(path)
    .autoOrient()
    .resize(columns, rows, { fit: 'fill' })
    .removeAlpha()
    .toBuffer();
  const pixels = await sharp(small).extract(words).toColorspace('srgb').raw().toBuffer();
  const contrasts = Array.from({ length: pixels.length / 3 }, (_, index) =>
    contrastOver([...pixels.subarray(3 * index, 3 * index + 3)], shares.usual),
  );
  contrasts.sort((a, b) => a - b);
  return (contrasts[Math.floor(mayFall * contrasts.length)] ?? 0) < leastContrast;
}

/** Of the hero's faintest words, over this pixel of a picture that shows by a share. */
export function contrastOver(pixel: readonly number[], share: number): number {
  const ground = colorOf('--road');
  const mixed = pixel.map((light, index) => {
    const dark = Number.parseInt(ground.slice(1 + 2 * index, 3 + 2 * index), 16);
    return Math.round(light * share + dark * (1 - share))
      .toString(16)
      .padStart(2, '0');
  });
  return contrast(colorOf('--on-sign-muted'), `#${mixed.join('')}`);
}
