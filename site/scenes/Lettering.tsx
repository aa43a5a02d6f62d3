/**
 * Letters drawn as strokes, because an image can't use the page's fonts. A glyph is 6 units high and starts at its
 * lower left corner. The digits are round, like those of the signs' font. Only the letters that the drawings need are
 * here.
 */
const glyphs = {
  0: 'h3v-6h-3z',
  1: 'm1 0v-6l-1 1',
  2: 'm0-5q2-2 3 0 0 1-3 5h3',
  3: 'm0-6h3l-2 2q2 0 2 2 0 2-3 2',
  4: 'm2 0v-6l-2 4h3',
  5: 'm3-6h-3v3q3-1 3 1t-3 2',
  6: 'm2-6q-2 1-2 4a1.5 1.7 0 1 0 .2-1',
  7: 'm0-6h3l-2 6',
  8: 'm1.5-6a1.4 1.4 0 1 0 .1 0zm0 3a1.6 1.5 0 1 0 .1 0z',
  9: 'm1 0q2-1 2-4a1.5 1.7 0 1 0-.2 1',
  A: 'v-6h3v6m-3-3h3',
  F: 'v-6h3m-3 3h3',
  I: 'v-6',
  L: 'm0-6v6h3',
  M: 'v-6l2 3 2-3v6',
  N: 'v-6l3 5v-5',
  O: 'h3v-6h-3z',
  P: 'v-6h3v3h-3',
  S: 'h3v-3h-3v-3h3',
  T: 'm0-6h4m-2 0v6',
  U: 'm0-6v6h3v-6',
};

type Glyph = keyof typeof glyphs;

/** The widths of a space and of the glyphs that aren't 3 units wide. L is narrower, because its right side is open. */
const widths: Partial<Record<string, number>> = { 1: 1, I: 0, L: 2, M: 4, T: 4, ' ': 1 };

/** The distances between two glyphs and between two baselines, in a glyph's units. */
const gap = 2;
const lineHeight = 13;

interface Props {
  lines: readonly string[];
  /** The left end of the lines, or the middle of the first one if it is `centered`. */
  x: number;
  /** The baseline of the first line. */
  y: number;
  /** The height of the capitals. */
  height: number;
  centered?: boolean;
  stroke?: string;
}

/** Capitals and digits, by default in the stroke color of the parent element. */
export function Lettering({ lines, x, y, height, centered = false, stroke }: Props) {
  const scale = height / 6;
  const drawn = lines.map((line, row) => draw(line, row * lineHeight));
  const left = centered ? x - ((drawn[0]?.width ?? 0) / 2) * scale : x;
  const place = `translate(${round(left)} ${y})${scale === 1 ? '' : ` scale(${round(scale)})`}`;
  return (
    <path
      transform={place}
      stroke={stroke}
      strokeWidth="1.5"
      strokeLinecap="square"
      d={drawn.map(({ d }) => d).join('')}
    />
  );
}

/** Returns the path data and the width of a line. */
function draw(line: string, baseline: number): { d: string; width: number } {
  let d = '';
  let width = -gap;
  for (const character of line) {
    d += character === ' ' ? '' : `M${width + gap} ${baseline}${glyphs[character as Glyph]}`;
    width += gap + (widths[character] ?? 3);
  }
  return { d, width };
}

const round = (value: number) => Math.round(value * 10) / 10;
