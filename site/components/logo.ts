import { existsSync, readFileSync } from 'node:fs';

export const logoFile = 'content/logo.svg';

/** The owner's logo, if there is one: it takes the place of the mile marker. */
export const logo = existsSync(logoFile) ? readFileSync(logoFile, 'utf8') : undefined;

/** How wide the logo is for its height; NaN if it does not say. */
export function logoRatio(svg: string): number {
  const [, width, height] = /viewBox="[-\d.]+[\s,]+[-\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)"/.exec(svg) ?? [];
  return Number(width) / Number(height);
}
