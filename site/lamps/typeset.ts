import { findLetter, type Letter } from './letters.ts';

/** Sizes in lamps. A line has its letters, room for an accent above them, and a dark row. */
const letterHeight = 9;
const lineHeight = 13;
const letterGap = 2;
const margin = 6;

/** Sizes in pixels. Smaller lamps would merge, and words of larger lamps can't be read at a glance. */
const minPitch = 1.25;
const maxPitch = 7.2;
const pitchStep = 0.05;

/**
 * The minimum size of the lamps if each sentence is on one line, as a fraction of their size with wrapping. Unbroken
 * sentences are easier to read, so somewhat smaller lamps are fine.
 */
const minUnbrokenRatio = 0.75;

export interface LitText {
  /** The distance between two lamps, in pixels. */
  pitch: number;
  columns: number;
  rows: number;
  lit: { x: number; y: number }[];
}

/**
 * Sets centered sentences in capitals on a board of lamps, each on a new line. The lamps are as large as the board and
 * `maxPitch` allow, or a little smaller if each sentence then fits on one line. Returns undefined if the board is too
 * small, or if letters.ts has no lamps for a character.
 */
export function typeset(
  sentences: readonly string[],
  language: string,
  width: number,
  height: number,
): LitText | undefined {
  const texts = sentences.map((sentence) => sentence.toLocaleUpperCase(language).trim().split(/\s+/));
  const letters = texts.map((words) => words.map((word) => Array.from(word, findLetter)));
  if (letters.flat(2).includes(undefined)) {
    return undefined;
  }
  const words = letters as Letter[][][];
  const wrapped = findLargest(words, width, height, wrapWords);
  const unbroken = findLargest(words, width, height, (sentence) =>
    wrapWords(sentence, Number.POSITIVE_INFINITY),
  );
  return unbroken && unbroken.pitch >= minUnbrokenRatio * (wrapped?.pitch ?? 0) ? unbroken : wrapped;
}

/** Returns the text in the largest lamps that fit the board. */
function findLargest(
  words: readonly Letter[][][],
  width: number,
  height: number,
  wrapSentence: typeof wrapWords,
): LitText | undefined {
  for (let pitch = maxPitch; pitch >= minPitch; pitch -= pitchStep) {
    const columns = Math.floor(width / pitch);
    const rows = Math.floor(height / pitch);
    const lines = words.flatMap((sentence) => wrapSentence(sentence, columns - 2 * margin));
    const isTooWide = lines.some((line) => measureWidth(line) > columns - 2 * margin);
    if (!isTooWide && lines.length * lineHeight + 3 <= rows) {
      return { pitch, columns, rows, lit: placeLamps(lines, columns, rows) };
    }
  }
  return undefined;
}

/** Wraps words into lines of letters. A word that is wider than a line gets its own line. */
function wrapWords(words: readonly Letter[][], columns: number): Letter[][] {
  const space = findLetter(' ') as Letter;
  const lines: Letter[][] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line && measureWidth([...line, space, ...word]) <= columns) {
      line.push(space, ...word);
    } else {
      lines.push([...word]);
    }
  }
  return lines;
}

const measureWidth = (line: readonly Letter[]) =>
  line.reduce((sum, { width }) => sum + width + letterGap, -letterGap);

function placeLamps(lines: readonly Letter[][], columns: number, rows: number) {
  const textHeight = (lines.length - 1) * lineHeight + letterHeight;
  const top = Math.round((rows - textHeight) / 2);
  return lines.flatMap((line, index) => {
    let left = Math.floor((columns - measureWidth(line)) / 2);
    return line.flatMap(({ width, lamps }) => {
      const placed = lamps.map(({ x, y }) => ({ x: left + x, y: top + index * lineHeight + y }));
      left += width + letterGap;
      return placed;
    });
  });
}
