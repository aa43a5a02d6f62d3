import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Blob, Face } from 'harfbuzzjs';
import subsetFont from 'subset-font';
import type { Content } from '../../owner-content.ts';

const overpass = readFileSync(
  'node_modules/@fontsource-variable/overpass/files/overpass-latin-wght-normal.woff2',
);

/** One weight, as on road signs: half the bytes of the range from 600 to 900. */
const variationAxes = { wght: 800 };

/** Kerning, and figures of one width. All that Overpass can do besides would be a quarter of the file. */
const keepFeatures = ['kern', 'tnum'];

/** Where overpass.css looks. */
const folder = '.cache/overpass';

/** Printable ASCII and common punctuation: what visitors type may stand in a sign too. */
const usual = `${Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index)).join('')}Üü¡¿©·–—‘’“”…`;

/** Subsets Overpass to the letters in content/. */
export async function makeFont({ business, serviceAreas, words }: Content): Promise<void> {
  const spoken = JSON.stringify([words, business.name, serviceAreas]);
  const letters = usual + spoken + spoken.toUpperCase();
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    `${folder}/overpass.woff2`,
    await subsetFont(overpass, letters, { targetFormat: 'woff2', variationAxes, keepFeatures }),
  );
}

/** Overpass for these letters, and those of them that it does not have. */
export async function fontFor(letters: string): Promise<{ face: Face; missing: string }> {
  const font = await subsetFont(overpass, letters, { targetFormat: 'sfnt', variationAxes });
  const face = new Face(new Blob(new Uint8Array(font)), 0);
  const drawn = new Set(face.collectUnicodes());
  const missing = [...new Set(letters)].filter((letter) => !drawn.has(letter.codePointAt(0) ?? 0));
  return { face, missing: missing.join('').trim() };
}
