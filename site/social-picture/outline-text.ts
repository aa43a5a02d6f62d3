import { Font, shape, Buffer as TextBuffer } from 'harfbuzzjs';
import { fontsFor } from '../styles/overpass/fonts-for.ts';

export interface Outline {
  /** SVG path data, starting at 0 on a baseline of 0. */
  path: string;
  /** In pixels. */
  width: number;
}

/** Converts text in Overpass to outlines, so that rendering needs no installed font. */
export async function textOutliner(letters: string) {
  const { fonts } = await fontsFor(letters);
  const shapers = fonts.map(({ face, letters }) => ({ face, font: new Font(face), letters }));
  const shaperOf = (text: string) => shapers.find(({ letters }) => letters.includes([...text][0] ?? ''));

  return function outline(text: string, size: number, spacing = 0): Outline {
    let at = 0;
    const glyphs: string[] = [];
    for (const run of runsOf(text, shaperOf)) {
      const shaper = shaperOf(run);
      if (!shaper) continue;
      const buffer = new TextBuffer();
      buffer.addText(run);
      buffer.guessSegmentProperties();
      shape(shaper.font, buffer);
      const scale = size / shaper.face.upem;
      for (const { codepoint, xAdvance = 0, xOffset = 0 } of buffer.getGlyphInfosAndPositions()) {
        const left = at + xOffset * scale;
        at += xAdvance * scale + spacing * size;
        // The y axis points up in fonts and down in pictures.
        glyphs.push(
          `<path d="${shaper.font.glyphToPath(codepoint)}" transform="translate(${left} 0) scale(${scale} ${-scale})"/>`,
        );
      }
    }
    return { path: glyphs.join(''), width: at };
  };
}

/** Splits a text where another font has the next letter. */
function runsOf(text: string, fontOf: (letter: string) => unknown): string[] {
  const runs: string[] = [];
  for (const letter of text) {
    const last = runs.at(-1);
    if (last !== undefined && fontOf(last) === fontOf(letter)) runs[runs.length - 1] = last + letter;
    else runs.push(letter);
  }
  return runs;
}
