import { readFileSync } from 'node:fs';
import { type TokenOrValue, transform } from 'lightningcss';

const values = new Map<string, TokenOrValue | undefined>();

for (const filename of ['content/colors.css', 'site/styles/tokens.css']) {
  transform({
    filename,
    code: readFileSync(filename),
    // check-look.ts names what is no color.
    errorRecovery: true,
    visitor: {
      Declaration: {
        custom({ name, value }) {
          // The first value is the light scheme's; the dark scheme follows.
          if (!values.has(name)) values.set(name, value[0]);
        },
      },
    },
  });
}

/**
 * A color of content/colors.css or tokens.css in the light scheme, as "#rrggbb": for places that cannot use CSS,
 * such as the browser's toolbars.
 */
export function colorOf(name: `--${string}`): string {
  const value = values.get(name);
  if (value?.type === 'var') {
    return colorOf(value.value.name.ident as `--${string}`);
  } else if (value?.type === 'color' && typeof value.value === 'object' && value.value.type === 'oklch') {
    const { l, c, h } = value.value;
    return hexOf(l, c, h);
  } else if (value?.type === 'color' && typeof value.value === 'object' && value.value.type === 'rgb') {
    const { r, g, b } = value.value;
    return `#${[r, g, b].map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
  } else {
    throw new Error(
      `content/colors.css and site/styles/tokens.css have no color "${name}". Write it there as oklch(…), #rrggbb or var(…).`,
    );
  }
}

/** OKLCH to sRGB, clipped: CSS Color 4, section 10.10, with the matrices of Björn Ottosson. */
function hexOf(lightness: number, chroma: number, hue: number): string {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const [l, m, s] = [
    (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3,
  ] as const;
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const hex = channels.map((light) =>
    Math.round(255 * encoded(light))
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${hex.join('')}`;
}

function encoded(light: number): number {
  const clipped = Math.min(1, Math.max(0, light));
  return clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055;
}
