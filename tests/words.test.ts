import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { business } from '../content/business.ts';
import { gallery } from '../content/gallery.ts';
import { type Language, languages } from '../content/languages.ts';
import { serviceAreas } from '../content/service-areas.ts';
import { words } from '../content/words/index.ts';
import { checkWords } from '../contract/check-words.ts';
import { pagePaths } from '../site/routes.ts';

const { en, es } = words;

test.each(['en', 'es'] as const)('the words in %s call minutes an average response time', (language) => {
  const { areaCheck, serviceArea } = words[language];
  // The signs say "average response time" below their figures, and the board "on average". The owner's current
  // minutes are not an average.
  const labeledElsewhere =
    /^(?:hero\.minutes|serviceArea\.minutes|areaCheck\.(?:inside|guess)\.\d|areas\.averages\.\w+|siteNow\.minutes\w*)$/;
  const minutes = listSentences(words[language]).filter(
    ([key, sentence]) => /\{\w*minutes\}|\{averages\}/i.test(sentence) && !labeledElsewhere.test(key),
  );
  expect(minutes.length).toBeGreaterThan(0);
  for (const [key, sentence] of minutes) {
    expect(sentence, key).toMatch(/average response|promedio de respuesta/i);
  }
  for (const text of [serviceArea.averageResponse, areaCheck.inside.join(' '), areaCheck.guess.join(' ')]) {
    expect(text).toMatch(/average response|on average|promedio/i);
  }
});

const isBuilt = Object.hasOwn(languages, 'es');

test.runIf(isBuilt)('the Spanish pages have no English words', () => {
  const pages = globSync(`build/site${languages.es.path}*.html`);
  // The additional page is the 404 page.
  expect(pages).toHaveLength(Object.keys(pagePaths).length + 1);
  // Names are not translated, and the link to the other language is in English.
  const names = [
    ...[business.name, business.agency.name, ...business.email.split('@'), en.phone.spoken, 'English'],
    ...serviceAreas.flatMap(({ towns }) =>
      towns.map((town) => (typeof town === 'string' ? town : town.name)),
    ),
  ];
  // English text needs these words, and Spanish has none of them.
  const english = /\b(the|and|of|your|you|we|our|with|is|are|for|it|this|that|call|send|service|request)\b/gi;
  for (const page of pages) {
    const text = extractVisibleText(readFileSync(page, 'utf8'));
    const textWithoutNames = names.reduce((rest, name) => rest.replaceAll(name, ''), text);
    expect(textWithoutNames.match(english) ?? [], page).toEqual([]);
  }
});

const translations = (Object.keys(words) as Language[]).filter((language) => language !== 'en');

test.each(translations)('every sentence in %s is translated with the same placeholders', (language) => {
  // These sentences are the same in all languages. A sentence is '' if no version fits this business.
  const shared =
    /^(?:Se habla español|Dispatch \| \{business\}|Error:|© \{year\} \{business\}\.|(?:\{\w+\}(?: min,?)?\s*)*)$/;
  const sentences = listSentences(en).map(([, sentence]) => sentence);
  // A single word, like "Menu", may be the same.
  const untranslated = listSentences(words[language]).filter(
    ([, text]) => sentences.includes(text) && /\s/.test(text) && !shared.test(text),
  );
  expect(untranslated).toEqual([]);
  for (const { alt } of gallery) {
    expect(alt[language]).not.toBe(alt.en);
  }
  // Each language may name the areas in its own way.
  const listPlaceholders = ({ areas, ...others }: typeof en) =>
    Object.fromEntries(
      listSentences(others).map(([key, text]) => [key, (text.match(/\{\w+\}/g) ?? []).sort()]),
    );
  expect(listPlaceholders(words[language])).toEqual(listPlaceholders(en));
});

test('the words check finds missing labels, unknown placeholders, and untranslated notices', () => {
  expect(() => checkWords()).not.toThrow();
  const { labels, problems, services } = es.form;
  const phone = { ...problems.phone, missing: 'Call {phone} instead.' };
  const form = { labels: { ...labels, phone: '' }, problems: { ...problems, phone }, services };
  const presets = { ice: { text: { en: 'Ice on bridges' } } };
  expect(() => checkWords({ es: { form } }, presets)).toThrow(
    [
      'content/words/es.json has no form.labels.phone. Write the label of the field "phone".',
      'form.problems.phone.missing in content/words/es.json asks for {phone}, which nothing fills in. Use only {limit} there.',
      'content/words/dispatch.ts has no presets.ice.text.es: translate that notice there.',
    ].join('\n'),
  );
});

/** Lists every sentence with its key, like ["hero.call", "Call now, day or night"]. */
function listSentences(value: object, path = ''): [key: string, sentence: string][] {
  return Object.entries(value).flatMap(([name, inner]) => {
    const key = path ? `${path}.${name}` : name;
    return typeof inner === 'string' ? [[key, inner] as [string, string]] : listSentences(inner, key);
  });
}

/** Returns the words on a page that a visitor can read or hear: texts, and attributes with sentences. */
function extractVisibleText(html: string): string {
  const body = html.replace(/<(style|script)[^>]*>.*?<\/\1>/gs, ' ');
  const attributes = [...body.matchAll(/ (?:alt|aria-label|placeholder|title|content)="([^"]*)"/g)];
  return [body.replace(/<[^>]*>/g, ' '), ...attributes.map(([, text = '']) => text)].join(' ');
}
