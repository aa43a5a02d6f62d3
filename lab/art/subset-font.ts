// npm run font: subsets Overpass to the letters in the site's headings, numbers and buttons.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import subsetFont from 'subset-font';
import { business } from '../../content/business.ts';
import { words } from '../../content/words/index.ts';
import { lettersOf } from '../../site/letters.ts';

const source = 'node_modules/@fontsource-variable/overpass';
const target = 'site/styles/overpass';

/** Printable ASCII, common punctuation, and every letter of content/words and of the business's name. */
const ascii = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index)).join('');
const spoken = lettersOf([Object.values(words), business.name]).join('');
const characters = [...new Set(`${ascii}${spoken}${spoken.toUpperCase()}Üü¡¿©·–—‘’“”…`)].sort().join('');

const font = readFileSync(`${source}/files/overpass-latin-wght-normal.woff2`);
const subset = await subsetFont(font, characters, {
  targetFormat: 'woff2',
  // One weight, as on road signs: half the bytes of the range from 600 to 900.
  variationAxes: { wght: 800 },
});
writeFileSync(`${target}/overpass.woff2`, subset);
// For site/check-content.ts to compare with content/.
writeFileSync(`${target}/letters.txt`, characters);
copyFileSync(`${source}/LICENSE`, `${target}/OFL.txt`);
console.log(`${target}/overpass.woff2: ${subset.length} bytes`);
