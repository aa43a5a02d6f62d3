import { readFileSync } from 'node:fs';
import { transform } from 'lightningcss';

/** The custom properties' values in the light scheme, which comes first in each sheet. */
const values = new Map<string, string>();

for (const file of ['content/colors.css', 'site/styles/tokens.css', 'site/map/map.css']) {
  for (const [, name = '', value = ''] of readFileSync(file, 'utf8').matchAll(/(--[\w-]+): ([^;]+);/g)) {
    if (!values.has(name)) {
      values.set(name, value);
    }
  }
}

/**
 * Returns a color of the light scheme as "#rrggbb", for places that can't use custom properties, such as the browser's
 * toolbars.
 */
export function getColor(name: `--${string}`): string {
  const value = values.get(name) ?? '';
  const [, other] = /^var\((--[\w-]+)\)$/.exec(value) ?? [];
  if (other) {
    return getColor(other as `--${string}`);
  }
  const hex = convertToHex(value);
  if (hex === undefined) {
    throw new Error(
      `content/colors.css and site/styles/tokens.css have no color "${name}". Write it there as oklch(…), #rrggbb or var(…).`,
    );
  }
  return hex;
}

/** Converts an opaque CSS color to "#rrggbb". Returns undefined for anything else. */
export function convertToHex(color: string): string | undefined {
  // Half transparent, because Lightning CSS would otherwise shorten some colors to names like "red".
  const code = Buffer.from(`a{color:rgb(from ${color} r g b / calc(alpha * 0.5))}`);
  const options = { filename: color, code, minify: true, errorRecovery: true, targets: { chrome: 80 << 16 } };
  const [, hex] = /color:(#[0-9a-f]{6})80/.exec(transform(options).code.toString()) ?? [];
  return hex;
}
