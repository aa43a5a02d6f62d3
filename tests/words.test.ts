import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { gallery, heroPicture } from '../content/gallery/index.ts';
import { interpolate } from '../content/interpolate.ts';
import type { Language } from '../content/languages.ts';
import { words } from '../content/words/index.ts';
import { fieldNames, serviceValues } from '../contract/contact-fields.ts';
import { facts } from '../site/facts.ts';
import { fleschKincaidGrade, sentencesOf, szigrisztPazos, wordsOf } from './support/readability.ts';

const landingPages: Record<Language, string> = {
  en: 'build/site/index.html',
  es: 'build/site/es/index.html',
};

describe.each(['en', 'es'] as const)('in %s', (language) => {
  const said = leavesOf(words[language]);
  const pictures = [heroPicture, ...gallery].map(({ alt }) => alt[language]);
  const captions = gallery.map(({ caption }) => caption[language]);

  test('only the specification exclaims', () => {
    const specified = [words[language].outcome.sent.title, words[language].notFound.headline];
    const loud = said.map(([, sentence]) => sentence).filter((sentence) => /[!¡]/.test(sentence));
    expect(loud.filter((sentence) => !specified.includes(sentence))).toEqual([]);
  });

  test('minutes are called an average response time', () => {
    // The sign says "average response time" above its figure.
    const minutes = said.filter(
      ([key, sentence]) => /\{\w*minutes\}/i.test(sentence) && key !== 'serviceArea.minutes',
    );
    expect(minutes.length).toBeGreaterThan(2);
    for (const [key, sentence] of minutes) {
      expect(sentence, key).toMatch(/(?:average|avg\.) response|respuesta prom(?:edio|\.)/i);
    }
  });

  test('makes no claims that the owner has not made', () => {
    const unclaimed =
      /\b(?:tow|loaders?|generators?|warranty|guaranteed?|free|cheap|best|fastest|DOT)\b|\b(?:grúa|cargador|generador|garantía|garantizad[oa]s?|gratis|barat[oa]s?|mejor(?:es)?)/i;
    expect(said.filter(([, sentence]) => unclaimed.test(sentence))).toEqual([]);
  });

  test('titles and descriptions fit into search results', () => {
    // The owner's name may be longer: the sentences around it are not to blame.
    const ofUsualLength = { ...facts, business: 'x'.repeat(18) };
    for (const { title, description } of Object.values(words[language].pages)) {
      expect(interpolate(title, ofUsualLength).length, title).toBeLessThanOrEqual(60);
      expect(interpolate(description, ofUsualLength).length, description).toBeLessThanOrEqual(155);
    }
    const { landing, about } = words[language].pages;
    for (const text of [`${landing.title} ${landing.description}`, `${about.title} ${about.description}`]) {
      expect(text).toMatch(/di[eé]sel.*Houston.*Austin/i);
      expect(text).toMatch(/24\/7/);
    }
  });

  test('no sentence of the landing page is longer than 22 words', () => {
    const long = sentencesOnLandingPage(language).filter((sentence) => wordsOf(sentence).length > 22);
    expect(long).toEqual([]);
  });

  test('the landing page is easy to read', () => {
    const specified = leavesOf(words[language].outcome).flatMap(([, sentence]) => sentencesOf(sentence));
    const measured = sentencesOnLandingPage(language).filter(
      (sentence) => sentence.endsWith('.') && wordsOf(sentence).length >= 5 && !specified.includes(sentence),
    );
    expect(measured.length).toBeGreaterThan(12);
    if (language === 'en') {
      expect(fleschKincaidGrade(measured)).toBeLessThanOrEqual(7);
    } else {
      expect(szigrisztPazos(measured)).toBeGreaterThanOrEqual(65);
    }
  });

  test("picture descriptions match the page's wording", () => {
    for (const sentence of [...pictures, ...captions]) {
      expect(sentence).not.toMatch(/[!¡]|\bflotas?\b|embarrad|soporte/);
    }
  });
});

test('in Spanish, diésel is always an adjective: alone it means the fuel', () => {
  const texts = [
    ...leavesOf(words.es).map(([, text]) => text),
    ...[heroPicture, ...gallery].map(({ alt }) => alt.es),
  ];
  const alone = texts.filter((text) =>
    /(?<!\b(?:motor|motores|mecánico|mecánicos|mecánica|reparación) )diésel/i.test(text),
  );
  expect(alone).toEqual([]);
});

test("the Spanish uses the trade's words", () => {
  const wrong =
    /\b(?:troca|yarda|traila|flotas?|equipos? móvil(?:es)?|parad[oa]s?|herramientas y las|aplicar para)\b/i;
  expect(leavesOf(words.es).filter(([, text]) => wrong.test(text))).toEqual([]);
});

test('every sentence is used', () => {
  const pages = globSync('build/site/**/*.{html,svg}')
    .map((file) => readFileSync(file, 'utf8'))
    .join();
  const sources = globSync('{site,server}/**/*.{ts,tsx}').map((file) => readFileSync(file, 'utf8'));
  // For sentences only used by scripts, by the server or with a fact of the owner's, look for the key in their
  // sources.
  const saidLater = /^(?:form|outcome|roadside|areaCheck|rejection|phone|services\.shoulders)\./;
  const unused = leavesOf(words.en).filter(([key, sentence]) => {
    const [fragment = ''] = sentence.split(/\{\w+\}/).sort((one, other) => other.length - one.length);
    const written = fragment.replaceAll('&', '&amp;').replaceAll("'", '&#x27;');
    const names = key.split('.').filter((name) => !/^\d+$/.test(name) && !lookedUp.has(name));
    const named = sources.some((source) => new RegExp(`\\b${names.at(-1)}\\b`).test(source));
    return !pages.includes(written) && !(saidLater.test(key) && named);
  });
  expect(unused).toEqual([]);
});

/** Keys that the code looks up dynamically. */
const lookedUp = new Set<string>([...serviceValues, ...fieldNames, 'missing', 'tooLong', 'malformed']);

/** Every sentence of the words with its key: ["hero.call", "Call now, day or night"]. */
function leavesOf(value: object, path = ''): [key: string, sentence: string][] {
  return Object.entries(value).flatMap(([name, inner]) => {
    const key = path ? `${path}.${name}` : name;
    return typeof inner === 'string' ? [[key, inner] as [string, string]] : leavesOf(inner, key);
  });
}

/** The landing page's visible text as sentences; a block without a period is one. */
function sentencesOnLandingPage(language: Language): string[] {
  const html = readFileSync(landingPages[language], 'utf8');
  const blocks = html
    .replace(/^.*<body[^>]*>|<(script|style|svg)\b.*?<\/\1>/gs, '')
    .replace(/<(?!\/?(?:a|b|span|small|wbr)\b)[^>]*>/g, '\n')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .split('\n');
  return blocks.flatMap((block) => sentencesOf(block.replace(/\s+/g, ' ').trim()));
}
