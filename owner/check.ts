// npm run check searches content/ and the built pages. It lists old facts, unfilled placeholders, mentions of removed
// services, and parts of the example. Before that, package.json builds the pages if they are out of date, and
// checks the types.
import { globSync, readFileSync } from 'node:fs';
import { logo } from '../site/components/logo-file.ts';
import { content } from '../site/owner-content.ts';
import { listExampleLeftovers } from './example-leftovers.ts';
import { listRemovedServiceMentions } from './removed-services.ts';
import { findUnfilledPlaceholders } from './unfilled-placeholders.ts';
import { listFormerFacts } from './write-answers.ts';

const files = [
  ...globSync('content/**/*.{ts,json,css,svg}', {
    exclude: ['**/*.test.ts', '**/former-facts.json', '**/json-schema/**', '**/example-facts.ts'],
  }),
  ...globSync('build/site/**/*.{html,js,css,svg,xml,txt}'),
];
const texts = files.map((file) => [file, readFileSync(file, 'utf8')] as const);

const faults = listFormerFacts().flatMap((fact) => {
  const allMessages = texts.flatMap(([file, text]) => locateFact(file, text, fact) ?? []);
  // If the fact is in content/, list only the places there: the pages are built from them.
  const contentMessages = allMessages.filter((message) => message.includes('in content/'));
  const messages = contentMessages.length > 0 ? contentMessages : allMessages;
  return messages.length > 0 ? [`The old ${messages.join(', and ')}. Replace it with the new one.`] : [];
});
for (const [file, text] of texts.filter(([file]) => file.endsWith('.html'))) {
  for (const around of findUnfilledPlaceholders(text)) {
    faults.push(`${file} shows "${around}". The site doesn't fill in this sentence, so remove the braces.`);
  }
}
for (const fault of faults) {
  console.log(`- ${fault}`);
}
console.log(faults.length > 0 ? 'Fix these, then run "npm run check" again.' : 'Nothing to fix.');
printList('Read these sentences again. You may keep them:', listRemovedServiceMentions(content));
printList(
  'Still from the example. You may keep pictures and services:',
  listExampleLeftovers(content, Boolean(logo)),
);
process.exitCode = faults.length > 0 ? 1 : 0;

/** Prints findings that may be intended, so they don't fail the check. */
function printList(heading: string, sentences: string[]): void {
  if (sentences.length > 0) {
    console.log([heading, ...sentences.map((sentence) => `  ${sentence}`)].join('\n'));
  }
}

/** Finds a fact as separate words, or a phone number in any grouping. Returns its first spelling, file, and line. */
function locateFact(file: string, text: string, fact: string): string | undefined {
  const digits = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(fact);
  const pattern = digits
    ? `\\(?${digits.slice(1).join('\\D{0,3}')}`
    : `(?<![\\w])${fact.replace(/[^\w\s]/g, '\\$&')}(?![\\w])`;
  const [match] = text.matchAll(new RegExp(pattern, 'gi'));
  const line = text.slice(0, match?.index).split('\n').length;
  return match && `"${match[0]}" is still in ${file}, line ${line}`;
}
