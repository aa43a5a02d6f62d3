import { readFileSync } from 'node:fs';
import { Blob, Face } from 'harfbuzzjs';
import subsetFont from 'subset-font';

/** In the order in which they are asked: most sites need no more than the first. */
const files = ['latin', 'latin-ext'].map(
  (name) => `node_modules/@fontsource-variable/overpass/files/overpass-${name}-wght-normal.woff2`,
);

/** One weight, as on road signs: half the bytes of the range from 600 to 900. */
const variationAxes = { wght: 800 };

export interface PartialFont {
  face: Face;
  /** The letters that it draws. */
  letters: string;
  woff2(): Promise<Buffer>;
}

/** Overpass for these letters, from as many of its files as they need, and the letters that it does not have. */
export async function fontsFor(letters: string): Promise<{ fonts: PartialFont[]; missing: string }> {
  const fonts: PartialFont[] = [];
  let missing = [...new Set(letters)].sort().join('');
  for (const file of files.filter((_, index) => index === 0 || missing.trim() !== '')) {
    const source = readFileSync(file);
    const subset = await subsetFont(source, missing, { targetFormat: 'sfnt', variationAxes });
    const face = new Face(new Blob(new Uint8Array(subset)), 0);
    const drawn = new Set(face.collectUnicodes());
    const isDrawn = (letter: string) => drawn.has(letter.codePointAt(0) ?? 0);
    const found = [...missing].filter(isDrawn).join('');
    if (found !== '') {
      fonts.push({
        face,
        letters: found,
        woff2: () => subsetFont(source, found, { targetFormat: 'woff2', variationAxes }),
      });
    }
    missing = [...missing].filter((letter) => !isDrawn(letter)).join('');
  }
  return { fonts, missing: missing.trim() };
}
