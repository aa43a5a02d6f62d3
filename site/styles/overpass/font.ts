import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Blob, Face } from 'harfbuzzjs';
import subsetFont from 'subset-font';
import type { Content } from '../../owner-content.ts';

const overpass = readFileSync(
  'node_modules/@fontsource-variable/overpass/files/overpass-latin-wght-normal.woff2',
);

/** One weight, as on road signs. It has little more than half the bytes of the range from 600 to 900. */
const variationAxes = { wght: 800 };

/** Kerning and figures of equal width. Overpass's other features would be almost a quarter of the file. */
const keepFeatures = ['kern', 'tnum'];

/** Describes the weights of a variable font, which the pinned font no longer is. */
const dropTables = ['STAT'];

/** The folder that overpass.css loads from. */
const folder = '.cache/overpass';

/** Common letters, digits, and punctuation, because signs can also show text that isn't in content/. */
const commonLetters =
  " !&'(),-./0123456789:;?ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyzÜü¡¿©·–—‘’“”…";

/** The characters of JSON and of placeholders, which signs don't need. */
const notShown = /[{}[\]"\\_]/g;

/** Subsets Overpass to common letters and to the letters of the words, the name, and the areas. */
export async function makeFont({ business, serviceAreas, words }: Content): Promise<void> {
  const contentText = JSON.stringify([words, business.name, serviceAreas]);
  const letters = commonLetters + (contentText + contentText.toUpperCase()).replace(notShown, '');
  const font = await subsetFont(overpass, letters, { targetFormat: 'sfnt', variationAxes, keepFeatures });
  setLineMetrics(font);
  clearNames(font);
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    `${folder}/overpass.woff2`,
    await subsetFont(font, letters, { targetFormat: 'woff2', keepFeatures, dropTables }),
  );
}

/**
 * Centers capitals in their line, because Overpass sets them high. Safari ignores `ascent-override`, so the font itself
 * has the metrics (OpenType 1.9, tables hhea and OS/2). overpass.css gives the fallback fonts the same ones.
 */
function setLineMetrics(font: Buffer): void {
  const em = font.readUInt16BE(findTable(font, 'head').offset + 18);
  const ascent = Math.round(0.98 * em);
  const descent = Math.round(0.28 * em);
  const hhea = findTable(font, 'hhea').offset;
  const os2 = findTable(font, 'OS/2').offset;
  for (const ascender of [hhea + 4, os2 + 68]) {
    font.writeInt16BE(ascent, ascender);
    font.writeInt16BE(-descent, ascender + 2);
    font.writeInt16BE(0, ascender + 4);
  }
  // usWinAscent and usWinDescent, for Windows.
  font.writeUInt16BE(ascent, os2 + 74);
  font.writeUInt16BE(descent, os2 + 76);
}

/** Empties the table of names, because browsers don't show them. licenses.txt has the copyright notice. */
function clearNames(font: Buffer): void {
  // A count of no names (OpenType 1.9, table name). A run of zeros has almost no compressed size.
  const { offset, length } = findTable(font, 'name');
  font.fill(0, offset, offset + length);
}

/** Returns the place of a table in a font file. */
function findTable(font: Buffer, tag: string): { offset: number; length: number } {
  const tableCount = font.readUInt16BE(4);
  for (let entry = 12; entry < 12 + 16 * tableCount; entry += 16) {
    if (font.toString('latin1', entry, entry + 4) === tag) {
      return { offset: font.readUInt32BE(entry + 8), length: font.readUInt32BE(entry + 12) };
    }
  }
  throw new Error(`The font Overpass has no table "${tag}": update site/styles/overpass/font.ts.`);
}

/** Returns Overpass with these letters, and the letters that it lacks. */
export async function loadFont(letters: string): Promise<{ face: Face; missing: string }> {
  const font = await subsetFont(overpass, letters, { targetFormat: 'sfnt', variationAxes });
  const face = new Face(new Blob(new Uint8Array(font)), 0);
  const drawn = new Set(face.collectUnicodes());
  const missing = [...new Set(letters)].filter((letter) => !drawn.has(letter.codePointAt(0) ?? 0));
  return { face, missing: missing.join('').trim() };
}
