import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** The folders of tests/fonts: what a Mac, Windows or iPhone (as Arial) and an Android have. */
export type FontSet = 'liberation-sans' | 'roboto';

/**
 * The environment of a browser that knows the fonts of one set and no other, so that what else is installed on
 * the machine does not matter.
 */
export function withFonts(set: FontSet): Record<string, string> {
  const folder = join(root, 'build/fonts', set);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'fonts.conf');
  writeFileSync(
    file,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>${join(root, 'tests/fonts', set)}</dir>
  <cachedir>${folder}</cachedir>
</fontconfig>
`,
  );
  return { FONTCONFIG_FILE: file };
}
