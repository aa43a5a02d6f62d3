import sharp from 'sharp';
import { computeContrast } from '../../../site/check-look.ts';
import type { Box } from './in-page.ts';

/**
 * Measures the contrast in a box of a screenshot. The background is the box's most frequent color. The contrast is the
 * highest among the colors that cover at least `share` of the box. 1 means that nothing is visible.
 */
export async function measureContrast(png: Buffer, box: Box, share: number): Promise<number> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const counts = new Map<number, number>();
  let all = 0;
  for (let y = Math.max(0, Math.floor(box.top)); y < Math.min(info.height, Math.ceil(box.bottom)); y += 1) {
    for (let x = Math.max(0, Math.floor(box.left)); x < Math.min(info.width, Math.ceil(box.right)); x += 1) {
      const color = readRoughColor(data, (y * info.width + x) * info.channels);
      counts.set(color, (counts.get(color) ?? 0) + 1);
      all += 1;
    }
  }
  const [[background] = [0]] = [...counts].sort(([, one], [, other]) => other - one);
  const seen = [...counts].filter(([, count]) => count >= share * all);
  return Math.max(1, ...seen.map(([color]) => computeContrast(formatHex(background), formatHex(color))));
}

/** Reduces each channel to 16 steps, so similar colors, as at the edges of letters, count as one. */
const readRoughColor = (data: Buffer, at: number) =>
  (((data[at] ?? 0) >> 4) << 8) | (((data[at + 1] ?? 0) >> 4) << 4) | ((data[at + 2] ?? 0) >> 4);

/** Formats a color, such as "#ff8800" for 0xf80. */
const formatHex = (color: number) => `#${color.toString(16).padStart(3, '0').replace(/./g, '$&$&')}`;
