/** The part of subset-font that is used here: it brings no types of its own. */
declare module 'subset-font' {
  interface Options {
    targetFormat?: 'woff2' | 'sfnt';
    /** Pins an axis of a variable font to one value. */
    variationAxes?: Record<string, number>;
  }
  export default function subsetFont(font: Buffer, text: string, options?: Options): Promise<Buffer>;
}
