import { transform } from 'lightningcss';

/** For these browsers, Lightning CSS first writes each color in an old format, like hexadecimal. */
const targets = { chrome: 80 << 16 };

/** Matches colors that need Chrome 111 or Firefox 113. */
const newColor = /\b(?:ok)?(?:lch|lab)\([^()]*\)/g;

/** A PostCSS plugin that writes oklch() and similar colors in hexadecimal or as names, for all browsers. */
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
