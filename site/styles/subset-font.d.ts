/** Types for the part of subset-font that this project uses. The package has no types. */
declare module 'subset-font' {
  interface Options {
    targetFormat?: 'woff2' | 'sfnt';
    /** Pins an axis of a variable font to one value. */
    variationAxes?: Record<string, number>;
    /** The OpenType features to keep. If undefined, all features are kept. */
    keepFeatures?: string[];
    /** The tags of tables to leave out. */
    dropTables?: string[];
  }
  export default function subsetFont(font: Buffer, text: string, options?: Options): Promise<Buffer>;
}
