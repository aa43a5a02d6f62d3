// npm run check: after the content, the build and the types, what is left of the business that the site was before.
import { globSync, readFileSync } from 'node:fs';
import { logo } from '../site/components/logo.ts';
import { content } from '../site/owner-content.ts';
import { exampleLeft } from './example-left.ts';
import { formerFacts } from './files.ts';
import { removedServiceErrors } from './removed-services.ts';

const files = [
  ...globSync('content/**/*.{ts,json,css,svg}', {
    exclude: ['**/*.test.ts', '**/former-facts.json', '**/json-schema/**', '**/placeholders.ts'],
  }),
  ...globSync('build/site/**/*.{html,js,css,svg,xml,txt}'),
];
const texts = files.map((file) => [file, readFileSync(file, 'utf8')] as const);

const faults = formerFacts().flatMap((fact) => {
  const all = texts.flatMap(([file, text]) => (says(text, fact) ? [file] : []));
  // The built pages follow from the content. They matter only if the fact comes from somewhere else.
  const own = all.filter((file) => file.startsWith('content/'));
  const found = own.length > 0 ? own : all;
  return found.length > 0
    ? [`"${fact}" of the former business is still in ${found.join(', ')}. Write your own.`]
    : [];
});
for (const fault of faults) {
  console.log(`- ${fault}`);
}
console.log(
  faults.length > 0 ? 'Fix these, then run "npm run check" again.' : 'The site is as content/ says.',
);
list('Read these sentences again:', removedServiceErrors(content));
list("Still the example's:", exampleLeft(content, Boolean(logo)));
process.exitCode = faults.length > 0 ? 1 : 0;

/** What may be right, so that the check does not fail. */
function list(heading: string, sentences: string[]): void {
  if (sentences.length > 0) {
    console.log([heading, ...sentences.map((sentence) => `  ${sentence}`)].join('\n'));
  }
}

/** As a word of its own; a number however it is grouped. */
function says(text: string, fact: string): boolean {
  const digits = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(fact);
  const pattern = digits
    ? digits.slice(1).join('\\D{0,3}')
    : `(?<![\\w])${fact.replace(/[^\w\s]/g, '\\$&')}(?![\\w])`;
  return new RegExp(pattern, 'i').test(text);
}
