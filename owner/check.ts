// npm run check: after the content, the build and the types, what is left of the business that the site was before.
import { globSync, readFileSync } from 'node:fs';
import { formerFacts } from './files.ts';

const files = [
  ...globSync('content/**/*.{ts,json,css,svg}', {
    exclude: ['**/*.test.ts', '**/former-facts.json', '**/json-schema/**', '**/placeholders.ts'],
  }),
  ...globSync('build/site/**/*.{html,js,css,svg,xml,txt}'),
];
const texts = files.map((file) => [file, readFileSync(file, 'utf8')] as const);

const faults = formerFacts().flatMap((fact) => {
  const found = texts.flatMap(([file, text]) => (says(text, fact) ? [file] : []));
  return found.length > 0
    ? [`"${fact}" of the former business is still in ${found.join(', ')}. Write your own.`]
    : [];
});
for (const fault of faults) console.log(`- ${fault}`);
console.log(
  faults.length > 0 ? 'Mend these, and run "npm run check" again.' : 'The site is as content/ says.',
);
process.exitCode = faults.length > 0 ? 1 : 0;

/** As a word of its own; a number however it is grouped. */
function says(text: string, fact: string): boolean {
  const digits = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(fact);
  const pattern = digits
    ? digits.slice(1).join('\\D{0,3}')
    : `(?<![\\w])${fact.replace(/[^\w\s]/g, '\\$&')}(?![\\w])`;
  return new RegExp(pattern, 'i').test(text);
}
