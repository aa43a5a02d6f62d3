import sharp from 'sharp';
import { logo, logoFile, logoRatio } from './components/logo.ts';
import { contrast } from './styles/contrast.ts';
import { colorOf } from './styles/palette.ts';

/** WCAG 2.2, 1.4.3. */
const leastContrast = 4.5;

/** The colors of content/colors.css, each with what stands on it. */
const pairs = [
  { color: '--signs', letters: '--on-sign', fix: 'Make it darker' },
  { color: '--calls', letters: '--on-primary', fix: 'Make it lighter' },
  { color: '--calls-light', letters: '--on-primary', fix: 'Make it lighter' },
] as const;

/** Errors of the colors, as sentences. */
export function colorErrors(pick: (name: `--${string}`) => string = colorOf): string[] {
  const file = 'content/colors.css';
  return pairs.flatMap(({ color, letters, fix }) => {
    try {
      const found = contrast(pick(color), pick(letters));
      return found >= leastContrast
        ? []
        : [
            `"${color}" in ${file} has a contrast of ${found.toFixed(1)} to the letters on it, which needs ${leastContrast}. ${fix}.`,
          ];
    } catch {
      return [`"${color}" in ${file} is no color. Write it like #14573a, or like oklch(0.44 0.095 163).`];
    }
  });
}

/** Errors of the owner's logo, if there is one. */
export async function logoErrors(svg = logo): Promise<string[]> {
  if (svg === undefined || (logoRatio(svg) > 0 && (await canBeDrawn(svg)))) return [];
  return [`${logoFile} cannot be drawn. Save it as PNG, or as SVG with a viewBox and its letters as paths.`];
}

const canBeDrawn = (svg: string) =>
  sharp(Buffer.from(svg))
    .metadata()
    .then(
      () => true,
      () => false,
    );
