import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { business } from '../business.ts';
import { gallery } from '../gallery/index.ts';
import { languages } from '../languages.ts';
import { serviceAreas } from '../service-areas.ts';
import { en } from './en.ts';
import { es } from './es.ts';

const isBuilt = Object.hasOwn(languages, 'es');
const pages = isBuilt ? globSync(`build/site${languages.es.path}*.html`) : [];

/** Names, which stay what they are, and the link to the other language. */
const names = [
  business.name,
  business.agency.name,
  ...business.email.split('@'),
  en.phone.spoken,
  'English',
  ...serviceAreas.flatMap(({ towns }) => towns.map((town) => (typeof town === 'string' ? town : town.name))),
];

/** Words that English cannot do without and Spanish does not have. */
const english = /\b(the|and|of|your|you|we|our|with|is|are|for|it|this|that|call|send|service|request)\b/gi;

test.runIf(isBuilt)('the Spanish pages are built', () => {
  expect(pages).toHaveLength(3);
});

test.each(pages)('%s holds no English', (page) => {
  let text = visibleText(readFileSync(page, 'utf8'));
  for (const name of names) {
    text = text.replaceAll(name, '');
  }
  expect(text.match(english) ?? []).toEqual([]);
});

test('no sentence was left untranslated', () => {
  /** The same in both languages. */
  const shared = [
    'Se habla español',
    'Error:',
    '{minutes} min',
    '© {year} {business}.',
    // ifClaimed and byHours return '' for words that this business does not need.
    '',
    '{cities}',
    '{areasTitle}',
    '{city} {minutes} min',
  ];
  const sentences = sentencesOf(en);
  const untranslated = sentencesOf(es).filter((text) => sentences.includes(text) && !shared.includes(text));
  expect(untranslated).toEqual([]);
  for (const { alt } of gallery) {
    expect(alt.es).not.toBe(alt.en);
  }
});

test('every sentence asks for the same facts in both languages', () => {
  // How the areas are named is each language's own business.
  const holes = ({ areas, ...words }: typeof en) =>
    sentencesOf(words).map((text) => (text.match(/\{\w+\}/g) ?? []).sort());
  expect(holes(es)).toEqual(holes(en));
});

function sentencesOf(words: object): string[] {
  return Object.values(words).flatMap((value) => (typeof value === 'string' ? [value] : sentencesOf(value)));
}

/** What a visitor can read or hear of a page: texts, and the attributes that hold sentences. */
function visibleText(html: string): string {
  const body = html.replace(/<(style|script)[^>]*>.*?<\/\1>/gs, ' ');
  const attributes = [...body.matchAll(/ (?:alt|aria-label|placeholder|title|content)="([^"]*)"/g)];
  return [body.replace(/<[^>]*>/g, ' '), ...attributes.map(([, text = '']) => text)].join(' ');
}
