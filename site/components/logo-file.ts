import { existsSync, readFileSync } from 'node:fs';
import sharp from 'sharp';

const svgFile = 'content/logo.svg';
const pngFile = 'content/logo.png';

export const logoFile = existsSync(svgFile) ? svgFile : pngFile;

/** The height in pixels to which a PNG is resized, the height of a home screen's icon. */
const height = 180;

/** The owner's logo as SVG, which replaces the mile marker. Undefined if the owner has no logo. */
export const logo = await (existsSync(svgFile)
  ? readFileSync(svgFile, 'utf8')
  : existsSync(pngFile)
    ? wrapPngInSvg(readFileSync(pngFile))
    : undefined);

/** Whether the logo is at least twice as wide as it is tall. Such a logo is assumed to contain the name. */
export const logoHasName = logo !== undefined && getLogoRatio(logo) >= 2;

/** Returns an SVG that shows a PNG, or an empty string if the PNG can't be read. */
export async function wrapPngInSvg(png: Buffer): Promise<string> {
  try {
    const resized = sharp(png).resize({ height }).png();
    const { data, info } = await resized.toBuffer({ resolveWithObject: true });
    const size = `width="${info.width}" height="${height}"`;
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${info.width} ${height}"><image ${size} href="data:image/png;base64,${data.toString('base64')}"/></svg>`;
  } catch {
    return '';
  }
}

/** Returns the logo's width divided by its height, or NaN if it finds no viewBox. */
export function getLogoRatio(svg: string): number {
  const [, width, height] = /viewBox="[-\d.]+[\s,]+[-\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)"/.exec(svg) ?? [];
  return Number(width) / Number(height);
}
