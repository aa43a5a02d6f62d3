import { Font, shape, Buffer as TextBuffer } from 'harfbuzzjs';
import { loadFont } from '../styles/overpass/font.ts';

export interface Outline {
  /** SVG paths, starting at 0 on a baseline of 0. */
  path: string;
  /** The text's width in pixels. */
  width: number;
}

/** Converts text in Overpass to outlines, so that rendering needs no installed font. */
export async function createTextOutliner(letters: string) {
  const { face } = await loadFont(letters);
  const font = new Font(face);

  return function outline(text: string, size: number, spacing = 0): Outline {
    const buffer = new TextBuffer();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    shape(font, buffer);
    const scale = size / face.upem;
    let at = 0;
    const glyphs = buffer.getGlyphInfosAndPositions().map(({ codepoint, xAdvance = 0, xOffset = 0 }) => {
      const left = at + xOffset * scale;
      at += xAdvance * scale + spacing * size;
      // Flip the glyph, because the y axis points up in fonts and down in pictures.
      return `<path d="${font.glyphToPath(codepoint)}" transform="translate(${left} 0) scale(${scale} ${-scale})"/>`;
    });
    return { path: glyphs.join(''), width: at };
  };
}
