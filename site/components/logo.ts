import { existsSync, readFileSync } from 'node:fs';
import sharp from 'sharp';

const svgFile = 'content/logo.svg';
const pngFile = 'content/logo.png';

export const logoFile = existsSync(svgFile) ? svgFile : pngFile;

/** Pixels: those of the icon of a home screen, the largest that shows it. */
const height = 180;

/** The owner's logo as SVG, if there is one: it takes the place of the mile marker. */
export const logo = await (existsSync(svgFile)
  ? readFileSync(svgFile, 'utf8')
  : existsSync(pngFile)
    ? pngAsSvg(readFileSync(pngFile))
    : undefined);

/** An SVG that shows a PNG; an empty text if it cannot be read. */
export async function pngAsSvg(png: Buffer): Promise<string> {
  try {
    const resized = sharp(png).resize({ height }).png();
    const { data, info } = await resized.toBuffer({ resolveWithObject: true });
    const size = `width="${info.width}" height="${height}"`;
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${info.width} ${height}"><image ${size} href="data:image/png;base64,${data.toString('base64')}"/></svg>`;
  } catch {
    return '';
  }
}

/** How wide the logo is for its height; NaN if it does not say. */
export function logoRatio(svg: string): number {
  const [, width, height] = /viewBox="[-\d.]+[\s,]+[-\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)"/.exec(svg) ?? [];
  return Number(width) / Number(height);
}
