import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** The folders of tests/fonts: what a Mac, Windows or iPhone (as Arial) and an Android have. */
export type FontSet = 'liberation-sans' | 'roboto';

/** The environment of a browser that knows the fonts of one set, whatever else is installed on the machine. */
export function withFonts(set: FontSet): Record<string, string> {
  const folder = join(root, 'build/fonts', set);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'fonts.conf');
  const [fonts, cache] = [`<dir>${join(root, 'tests/fonts', set)}</dir>`, `<cachedir>${folder}</cachedir>`];
  writeFileSync(file, `<?xml version="1.0"?><fontconfig>${fonts}${cache}</fontconfig>`);
  return { FONTCONFIG_FILE: file };
}
