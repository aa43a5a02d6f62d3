import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Blob, Face } from 'harfbuzzjs';
import subsetFont from 'subset-font';
import type { Content } from '../../owner-content.ts';

const overpass = readFileSync(
  'node_modules/@fontsource-variable/overpass/files/overpass-latin-wght-normal.woff2',
);

/** One weight, as on road signs. A single weight has half the bytes of the range from 600 to 900. */
const variationAxes = { wght: 800 };

/** Kerning and figures of equal width. Overpass's other features would be a quarter of the file. */
const keepFeatures = ['kern', 'tnum'];

/** The folder that overpass.css loads from. */
const folder = '.cache/overpass';

/** ASCII without rare symbols, and common punctuation, because signs can show text that visitors type. */
const commonLetters =
  " !&'(),-./0123456789:;?ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyzÜü¡¿©·–—‘’“”…";

/** Subsets Overpass to the letters in content/. */
export async function makeFont({ business, serviceAreas, words }: Content): Promise<void> {
  const contentText = JSON.stringify([words, business.name, serviceAreas]);
  const letters = commonLetters + contentText + contentText.toUpperCase();
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    `${folder}/overpass.woff2`,
    await subsetFont(overpass, letters, { targetFormat: 'woff2', variationAxes, keepFeatures }),
  );
}

/** Returns Overpass with these letters, and the letters that it lacks. */
export async function loadFont(letters: string): Promise<{ face: Face; missing: string }> {
  const font = await subsetFont(overpass, letters, { targetFormat: 'sfnt', variationAxes });
  const face = new Face(new Blob(new Uint8Array(font)), 0);
  const drawn = new Set(face.collectUnicodes());
  const missing = [...new Set(letters)].filter((letter) => !drawn.has(letter.codePointAt(0) ?? 0));
  return { face, missing: missing.join('').trim() };
}
