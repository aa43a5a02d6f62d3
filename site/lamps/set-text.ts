import { type Letter, letterFor } from './letters.ts';

/** In lamps. Above a letter there is room for its mark, and a dark row. */
const letterHeight = 9;
const lineHeight = 13;
const letterGap = 1;
const margin = 3;

/** In pixels. Smaller lamps would run into each other, and with larger ones a word is no longer read at a glance. */
const leastPitch = 1.25;
const largestPitch = 6;
const pitchStep = 0.05;

/** A sentence on one line may be that much smaller: it is read at a glance, and no word is alone on a line. */
const wholePreference = 0.75;

export interface LitText {
  /** From lamp to lamp, in pixels. */
  pitch: number;
  columns: number;
  rows: number;
  lit: { x: number; y: number }[];
}

/**
 * Sets sentences in capitals on a board of lamps, each on lines of its own, centered, and as large as fits. Undefined if
 * the board is too small, or has no lamps for one of the characters.
 */
export function setText(
  sentences: readonly string[],
  language: string,
  width: number,
  height: number,
): LitText | undefined {
  const texts = sentences.map((sentence) => sentence.toLocaleUpperCase(language).trim().split(/\s+/));
  const sentencesOfWords = texts.map((words) => words.map((word) => Array.from(word, letterFor)));
  if (sentencesOfWords.flat(2).includes(undefined)) {
    return undefined;
  }
  const words = sentencesOfWords as Letter[][][];
  const wrapped = largest(words, width, height, wrap);
  const whole = largest(words, width, height, (sentence) => wrap(sentence, Number.POSITIVE_INFINITY));
  return whole && whole.pitch >= wholePreference * (wrapped?.pitch ?? 0) ? whole : wrapped;
}

/** The text in the largest lamps with which its lines fit. */
function largest(
  words: readonly Letter[][][],
  width: number,
  height: number,
  linesOf: typeof wrap,
): LitText | undefined {
  for (let pitch = largestPitch; pitch >= leastPitch; pitch -= pitchStep) {
    const columns = Math.floor(width / pitch);
    const rows = Math.floor(height / pitch);
    const lines = words.flatMap((sentence) => linesOf(sentence, columns - 2 * margin));
    const isTooWide = lines.some((line) => widthOf(line) > columns - 2 * margin);
    if (!isTooWide && lines.length * lineHeight + 1 <= rows) {
      return { pitch, columns, rows, lit: place(lines, columns, rows) };
    }
  }
  return undefined;
}

/** The letters of the lines. A word that is wider than a line stays alone on it. */
function wrap(words: readonly Letter[][], columns: number): Letter[][] {
  const space = letterFor(' ') as Letter;
  const lines: Letter[][] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line && widthOf([...line, space, ...word]) <= columns) {
      line.push(space, ...word);
    } else {
      lines.push([...word]);
    }
  }
  return lines;
}

const widthOf = (line: readonly Letter[]) =>
  line.reduce((sum, { width }) => sum + width + letterGap, -letterGap);

function place(lines: readonly Letter[][], columns: number, rows: number) {
  const textHeight = (lines.length - 1) * lineHeight + letterHeight;
  const top = Math.round((rows - textHeight) / 2);
  return lines.flatMap((line, index) => {
    let left = Math.floor((columns - widthOf(line)) / 2);
    return line.flatMap(({ width, lamps }) => {
      const placed = lamps.map(({ x, y }) => ({ x: left + x, y: top + index * lineHeight + y }));
      left += width + letterGap;
      return placed;
    });
  });
}
