// The second half of npm run check: what only the built pages show.
import { globSync, readFileSync, statSync } from 'node:fs';
import { join, parse } from 'node:path';
import sharp from 'sharp';
import { business } from '../content/business.ts';
import { gallery } from '../content/gallery/index.ts';
import { phoneLink } from '../content/phone-number.ts';
import { placeholdersIn } from '../server/placeholders.ts';
import { filesOf, pathOf } from '../server/static-site/load-site.ts';
import { phoneBytes } from '../site/check-picture-files.ts';
import { currentAnswers } from './answers.ts';
import { formerFacts } from './files.ts';

const site = 'build/site';
const files = filesOf(site);
const pages = files.filter((file) => file.endsWith('.html'));
const textOf = (file: string) => readFileSync(join(site, file), 'utf8');

const faults = [...linkFaults(), ...formerFaults()];
for (const fault of faults) console.log(`- ${fault}`);
for (const note of [...notes(), ...(await heavyPictures())]) console.log(`  (${note})`);
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
        return isOurs ? [] : [`${page} links ${link}, which is no number in content/business.ts.`];
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

/** What is left of the business that the site was before: in content/ with its line, otherwise on the pages. */
function formerFaults(): string[] {
  const facts = formerFacts(currentAnswers(process.env));
  const sources = globSync('content/**/*.{ts,css,svg}', { exclude: ['**/*.test.ts'] }).map((file) => ({
    file,
    text: readFileSync(file, 'utf8'),
  }));
  const built = files
    .filter((file) => /\.(?:html|js|css|svg|xml|txt)$/.test(file))
    .map((file) => ({ file: `${site}/${file}`, text: textOf(file) }));
  return facts.flatMap((fact) => {
    const inContent = sources.flatMap(({ file, text }) =>
      text.split('\n').flatMap((line, index) => (says(line, fact) ? [`${file}, line ${index + 1}`] : [])),
    );
    const found =
      inContent.length > 0 ? inContent : built.filter(({ text }) => says(text, fact)).map(({ file }) => file);
    return found.length > 0
      ? [`"${fact}" of the former business is still in ${found.join('; ')}. Write your own.`]
      : [];
  });
}

/** As a word of its own; a number however it is grouped. */
function says(text: string, fact: string): boolean {
  const digits = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(fact);
  const pattern = digits
    ? digits.slice(1).join('\\D{0,3}')
    : `(?<![\\w])${fact.replace(/[^\w\s]/g, '\\$&')}(?![\\w])`;
  return new RegExp(pattern).test(text);
}

/** Not wrong, but not ready to go live. */
function notes(): string[] {
  const placeholders = placeholdersIn(business);
  return [
    ...(placeholders.length > 0
      ? [`still placeholders in content/business.ts: ${placeholders.join(', ')}`]
      : []),
    ...(process.env.SITE_URL
      ? []
      : ['SITE_URL is not set in .env: search engines and shared links get a placeholder']),
    ...(process.env.SMTP_URL || process.env.MAIL_API_KEY
      ? []
      : ['SMTP_URL is not set in .env: requests are only written to files']),
  ];
}

/** Pictures that take long to load where the signal is weak. */
async function heavyPictures(): Promise<string[]> {
  const notes = gallery.map(async ({ file, phoneFile = file }) => {
    const made = globSync(`${site}/_astro/${parse(phoneFile).name}.*.avif`);
    const widths = await Promise.all(made.map(async (path) => (await sharp(path).metadata()).width));
    const bytes = statSync(made[widths.indexOf(824)] ?? made[0] ?? '', { throwIfNoEntry: false })?.size ?? 0;
    return bytes <= phoneBytes
      ? []
      : [
          `the picture ${file} takes ${Math.ceil(bytes / 1000)} kB on a phone, which is slow on the road: up to ${phoneBytes / 1000} kB is good. One with less in it, or less sharp behind, takes less`,
        ];
  });
  return [...new Set((await Promise.all(notes)).flat())];
}
