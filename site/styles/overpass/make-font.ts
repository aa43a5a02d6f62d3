import { mkdirSync, writeFileSync } from 'node:fs';
import { lettersOf } from '../../letters.ts';
import type { Content } from '../../owner-content.ts';
import { fontsFor } from './fonts-for.ts';

/** Where overpass.css and extended.css look. */
const folder = '.cache/overpass';

/** Printable ASCII and common punctuation: what visitors type may stand in a sign too. */
const usual = `${Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index)).join('')}Üü¡¿©·–—‘’“”…`;

/**
 * Subsets Overpass to the letters in content/. Most sites have one file; letters like "ř" are in a second one, which
 * only pages that show them load.
 */
export async function makeFont({ business, serviceAreas, words }: Content): Promise<void> {
  const spoken = lettersOf([Object.values(words), business.name, serviceAreas]).join('');
  const { fonts } = await fontsFor(usual + spoken + spoken.toUpperCase());
  const [main, extended] = fonts;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/overpass.woff2`, (await main?.woff2()) ?? '');
  if (extended) writeFileSync(`${folder}/extended.woff2`, await extended.woff2());
  writeFileSync(
    `${folder}/extended.css`,
    extended ? faceOf(extended.letters) : '/* One file has every letter. */\n',
  );
}

/** Like the first one in overpass.css. */
function faceOf(letters: string): string {
  const range = [...letters].map((letter) => `U+${letter.codePointAt(0)?.toString(16)}`).join(', ');
  return `@font-face {
  font-family: "Overpass";
  font-weight: 600 900;
  font-display: swap;
  ascent-override: 98%;
  descent-override: 28%;
  line-gap-override: 0%;
  src: url("./extended.woff2") format("woff2");
  unicode-range: ${range};
}
`;
}
