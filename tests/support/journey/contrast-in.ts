import sharp from 'sharp';
import { contrast } from '../../../site/check-look.ts';
import type { Box } from './in-page.ts';

/**
 * The contrast that a screenshot shows in a box. The ground is the box's most frequent color. Of the colors that cover at
 * least this share of the box, the one farthest from the ground counts. 1 means that nothing can be seen.
 */
export async function contrastIn(png: Buffer, box: Box, share: number): Promise<number> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const counts = new Map<number, number>();
  let all = 0;
  for (let y = Math.max(0, Math.floor(box.top)); y < Math.min(info.height, Math.ceil(box.bottom)); y += 1) {
    for (let x = Math.max(0, Math.floor(box.left)); x < Math.min(info.width, Math.ceil(box.right)); x += 1) {
      const color = roughColor(data, (y * info.width + x) * info.channels);
      counts.set(color, (counts.get(color) ?? 0) + 1);
      all += 1;
    }
  }
  const [[ground] = [0]] = [...counts].sort(([, one], [, other]) => other - one);
  const seen = [...counts].filter(([, count]) => count >= share * all);
  return Math.max(1, ...seen.map(([color]) => contrast(hexOf(ground), hexOf(color))));
}

/** In 16 steps a channel: close colors, as at the edges of letters, count as one. */
const roughColor = (data: Buffer, at: number) =>
  (((data[at] ?? 0) >> 4) << 8) | (((data[at + 1] ?? 0) >> 4) << 4) | ((data[at + 2] ?? 0) >> 4);

/** Like "#ff8800" for 0xf80. */
const hexOf = (color: number) => `#${color.toString(16).padStart(3, '0').replace(/./g, '$&$&')}`;
