import { transform } from 'lightningcss';

/** Lightning CSS writes a color for these browsers in hexadecimal first, then as it was. */
const targets = { chrome: 80 << 16 };

/** Colors that need Chrome 111 or Firefox 113. */
const newColor = /\b(?:ok)?(?:lch|lab)\([^()]*\)/g;

/** A PostCSS plugin that writes every color in hexadecimal, which is as short as oklch() and works in all browsers. */
export const plainColors = {
  postcssPlugin: 'plain-colors',
  Declaration(declaration: { value: string }) {
    declaration.value = declaration.value.replace(newColor, toHex);
  },
};

function toHex(color: string): string {
  const code = Buffer.from(`a{color:${color}}`);
  const css = transform({ filename: 'color.css', code, minify: true, targets }).code.toString();
  return /color:([^;}]+)/.exec(css)?.[1] ?? color;
}
