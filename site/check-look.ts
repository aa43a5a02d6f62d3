import sharp from 'sharp';
import { getLogoRatio, logo, logoFile } from './components/logo-file.ts';
import { getColor } from './styles/palette.ts';

/** The minimum contrast of normal-size text in WCAG 2.2, 1.4.3. */
const minContrast = 4.5;

/** The owner's background colors, each with the color of its text. */
const pairs = [
  { color: '--signs', letters: '--on-sign', fix: 'Make it darker' },
  { color: '--calls', letters: '--on-primary', fix: 'Make it lighter' },
  { color: '--calls-light', letters: '--on-primary', fix: 'Make it lighter' },
] as const;

/** Returns a sentence for each error in these colors. */
export function findColorErrors(pick: (name: `--${string}`) => string = getColor): string[] {
  const file = 'content/colors.css';
  return pairs.flatMap(({ color, letters, fix }) => {
    try {
      const found = computeContrast(pick(color), pick(letters));
      return found >= minContrast
        ? []
        : [
            `"${color}" in ${file} has a contrast of only ${found.toFixed(1)} with the letters on it, but needs at least ${minContrast}. ${fix}.`,
          ];
    } catch {
      return [
        `"${color}" in ${file} is not an opaque color. Use a color like #14573a or oklch(0.44 0.095 163).`,
      ];
    }
  });
}

/** Returns a sentence for each error in the owner's logo, if there is a logo. */
export async function findLogoErrors(svg = logo): Promise<string[]> {
  if (svg === undefined || (getLogoRatio(svg) > 0 && (await canBeDrawn(svg)))) {
    return [];
  }
  return [`${logoFile} cannot be drawn. Save it as PNG, or as SVG with a viewBox and its letters as paths.`];
}

const canBeDrawn = (svg: string) => {
  const picture = sharp(Buffer.from(svg));
  return picture.metadata().then(Boolean, () => false);
};

/** Returns the contrast of two colors in the format "#rrggbb", from 1 to 21 (WCAG 2.2). */
export function computeContrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [computeLuminance(one), computeLuminance(other)].sort(
    (first, second) => first - second,
  );
  return (lighter + 0.05) / (darker + 0.05);
}

function computeLuminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((light) => (light <= 0.04045 ? light / 12.92 : ((light + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
