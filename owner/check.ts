// npm run check: after the content, the build and the types, what only the built pages show.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { business } from '../content/business.ts';
import { phoneLink } from '../content/phone-number.ts';
import { filesOf, pathOf } from '../server/static-site/load-site.ts';
import { currentAnswers } from './answers.ts';
import { formerFacts } from './files.ts';

const site = 'build/site';
const files = filesOf(site);
const pages = files.filter((file) => file.endsWith('.html'));
const textOf = (file: string) => readFileSync(join(site, file), 'utf8');

const faults = [...linkFaults(), ...formerFaults()];
for (const fault of faults) console.log(`- ${fault}`);
console.log(
  faults.length > 0 ? 'Mend these, and run "npm run check" again.' : 'The site is as content/ says.',
);
process.exitCode = faults.length > 0 ? 1 : 0;

/** Links to nothing, and numbers that are not the business's. */
function linkFaults(): string[] {
  const fileAt = new Map(files.map((file) => [pathOf(file), file]));
  const numbers = [business.phone, business.textLine].filter(Boolean);
  return pages.flatMap((page) =>
    linksIn(textOf(page)).flatMap((link) => {
      const [path = '', anchor] = link.split('#');
      const file = path === '' ? page : fileAt.get(path);
      if (/^(?:tel|sms):/.test(link)) {
        const isOurs = numbers.some((number) => link.endsWith(phoneLink(number).replace('tel:', '')));
        return isOurs ? [] : [`${page} links ${link}, which is no number in content/business.json.`];
      } else if (/^[a-z]+:/.test(link)) {
        return [];
      } else if (!file) {
        return [`${page} links ${link}, which is no page or file.`];
      } else {
        const isThere = !anchor || textOf(file).includes(`id="${anchor}"`);
        return isThere ? [] : [`${page} links ${link}, but ${file} has no such place.`];
      }
    }),
  );
}

function linksIn(html: string): string[] {
  const links = [...html.matchAll(/ (?:href|src)="([^"]+)"/g)].map(([, link = '']) => link);
  const sizes = [...html.matchAll(/ srcset="([^"]+)"/gi)].flatMap(([, set = '']) =>
    set.split(', ').map((candidate) => candidate.split(' ')[0] ?? ''),
  );
  return [...new Set([...links, ...sizes])];
}

/** What is left of the business that the site was before, in content/ and on the pages. */
function formerFaults(): string[] {
  const sources = globSync('content/**/*.{ts,json,css,svg}', {
    exclude: ['**/*.test.ts', '**/former-facts.json', '**/json-schema/**'],
  });
  const built = files.filter((file) => /\.(?:html|js|css|svg|xml|txt)$/.test(file));
  const texts = [...sources, ...built.map((file) => join(site, file))].map(
    (file) => [file, readFileSync(file, 'utf8')] as const,
  );
  return formerFacts(currentAnswers(process.env)).flatMap((fact) => {
    const found = texts.flatMap(([file, text]) => (says(text, fact) ? [file] : []));
    return found.length > 0
      ? [`"${fact}" of the former business is still in ${found.join(', ')}. Write your own.`]
      : [];
  });
}

/** As a word of its own; a number however it is grouped. */
function says(text: string, fact: string): boolean {
  const digits = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(fact);
  const pattern = digits
    ? digits.slice(1).join('\\D{0,3}')
    : `(?<![\\w])${fact.replace(/[^\w\s]/g, '\\$&')}(?![\\w])`;
  return new RegExp(pattern, 'i').test(text);
}
