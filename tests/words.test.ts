import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { business } from '../content/business.ts';
import { gallery } from '../content/gallery/index.ts';
import { languages } from '../content/languages.ts';
import { serviceAreas } from '../content/service-areas.ts';
import { words } from '../content/words/index.ts';
import { checkWords } from '../contract/check-words.ts';
import { routes } from '../site/routes.ts';

const { en, es } = words;

test.each(['en', 'es'] as const)('in %s minutes are called an average response time', (language) => {
  const { areaCheck, serviceArea } = words[language];
  // The signs say "average response time" below their figures, and the board "on average".
  const beside =
    /^(?:hero\.minutes|serviceArea\.minutes|areaCheck\.(?:inside|guess)\.\d|areas\.averages\.\w+)$/;
  const minutes = leavesOf(words[language]).filter(
    ([key, sentence]) => /\{\w*minutes\}|\{averages\}/i.test(sentence) && !beside.test(key),
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

test.runIf(isBuilt)('the Spanish pages hold no English', () => {
  const pages = globSync(`build/site${languages.es.path}*.html`);
  // With the page for wrong addresses.
  expect(pages).toHaveLength(Object.keys(routes).length + 1);
  // Names, which stay what they are, and the link to the other language.
  const names = [
    ...[business.name, business.agency.name, ...business.email.split('@'), en.phone.spoken, 'English'],
    ...serviceAreas.flatMap(({ towns }) =>
      towns.map((town) => (typeof town === 'string' ? town : town.name)),
    ),
  ];
  // Words that English cannot do without and Spanish does not have.
  const english = /\b(the|and|of|your|you|we|our|with|is|are|for|it|this|that|call|send|service|request)\b/gi;
  for (const page of pages) {
    const text = visibleText(readFileSync(page, 'utf8'));
    const ours = names.reduce((rest, name) => rest.replaceAll(name, ''), text);
    expect(ours.match(english) ?? [], page).toEqual([]);
  }
});

test('every sentence is translated, and asks for the same facts in both languages', () => {
  // The same in both languages; ifClaimed and byHours return '' for words that this business does not need.
  const shared =
    /^(?:Se habla español|Dispatch \| \{business\}|Error:|© \{year\} \{business\}\.|(?:\{\w+\}(?: min)?\s*)*)$/;
  const sentences = leavesOf(en).map(([, sentence]) => sentence);
  const untranslated = leavesOf(es).filter(([, text]) => sentences.includes(text) && !shared.test(text));
  expect(untranslated).toEqual([]);
  for (const { alt } of gallery) {
    expect(alt.es).not.toBe(alt.en);
  }
  // How the areas are named is each language's own business.
  const holes = ({ areas, ...others }: typeof en) =>
    leavesOf(others).map(([key, text]) => [key, ...(text.match(/\{\w+\}/g) ?? []).sort()]);
  expect(holes(es)).toEqual(holes(en));
});

test('every field has its words in every language, without unknown placeholders', () => {
  expect(() => checkWords()).not.toThrow();
  const { labels, problems, services } = es.form;
  const phone = { ...problems.phone, missing: 'Call {phone} instead.' };
  const form = { labels: { ...labels, phone: '' }, problems: { ...problems, phone }, services };
  expect(() => checkWords({ es: { form } })).toThrow(
    [
      'content/words/es.ts has no form.labels.phone: write the label of the field "phone" there.',
      'form.problems.phone.missing in content/words/es.ts asks for {phone}, which nothing fills in',
    ].join('\n'),
  );
});

/** Every sentence of the words with its key: ["hero.call", "Call now, day or night"]. */
function leavesOf(value: object, path = ''): [key: string, sentence: string][] {
  return Object.entries(value).flatMap(([name, inner]) => {
    const key = path ? `${path}.${name}` : name;
    return typeof inner === 'string' ? [[key, inner] as [string, string]] : leavesOf(inner, key);
  });
}

/** What a visitor can read or hear of a page: texts, and the attributes that hold sentences. */
function visibleText(html: string): string {
  const body = html.replace(/<(style|script)[^>]*>.*?<\/\1>/gs, ' ');
  const attributes = [...body.matchAll(/ (?:alt|aria-label|placeholder|title|content)="([^"]*)"/g)];
  return [body.replace(/<[^>]*>/g, ' '), ...attributes.map(([, text = '']) => text)].join(' ');
}
