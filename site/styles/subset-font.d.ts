/** Types for the part of subset-font used here: it has none of its own. */
declare module 'subset-font' {
  interface Options {
    targetFormat?: 'woff2' | 'sfnt';
    /** Pins an axis of a variable font to one value. */
    variationAxes?: Record<string, number>;
    /** The OpenType features to keep. Without it, all of them. */
    keepFeatures?: string[];
  }
  export default function subsetFont(font: Buffer, text: string, options?: Options): Promise<Buffer>;
}
