import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { interpolate } from '../content/interpolate.ts';
import { words } from '../content/words/index.ts';
import { fieldNames, serviceValues } from '../contract/contact-fields.ts';
import { factsIn } from '../site/facts-in.ts';

describe.each(['en', 'es'] as const)('in %s', (language) => {
  const said = leavesOf(words[language]);

  test('minutes are called an average response time', () => {
    // The signs say "average response time" and "on average" beside their figures, and so does the board.
    const minutes = said.filter(
      ([key, sentence]) =>
        /\{\w*minutes\}|\{averages\}/i.test(sentence) &&
        !/^(?:hero\.minutes|serviceArea\.minutes|areaCheck\.(?:inside|guess)\.\d|areas\.averages\.\w+)$/.test(
          key,
        ),
    );
    expect(minutes.length).toBeGreaterThan(0);
    expect(words[language].hero.average).toMatch(/on average|en promedio/);
    const { inside, guess } = words[language].areaCheck;
    for (const lines of [inside, guess]) expect(lines.join(' ')).toMatch(/on average|promedio/i);
    for (const [key, sentence] of minutes) {
      expect(sentence, key).toMatch(/(?:average|avg\.) response|respuesta prom(?:edio|\.)/i);
    }
  });

  test('titles and descriptions fit into search results', () => {
    // The owner's name and cities may be longer: the sentences around them are not to blame.
    const ofUsualLength = { ...factsIn(language), ...usualNames };
    for (const { title, description } of Object.values(words[language].pages)) {
      expect(interpolate(title, ofUsualLength).length, title).toBeLessThanOrEqual(60);
      expect(interpolate(description, ofUsualLength).length, description).toBeLessThanOrEqual(155);
    }
    const { landing, about } = words[language].pages;
    for (const text of [`${landing.title} ${landing.description}`, `${about.title} ${about.description}`]) {
      expect(text).toMatch(/di[eé]sel/i);
      expect(text).toMatch(/\{(?:cityTitle|cities|areas)/);
      if (words[language].claims.line) expect(text).toMatch(/24\/7/);
    }
  });
});

test('every sentence is used', () => {
  const pages = globSync('build/site/**/*.{html,svg}')
    .map((file) => readFileSync(file, 'utf8'))
    .join();
  const sources = globSync('{site,server}/**/*.{ts,tsx}').map((file) => readFileSync(file, 'utf8'));
  // For sentences only used by scripts, by the server or with a fact of the owner's, look for the key in their
  // sources.
  const saidLater =
    /^(?:form|outcome|roadside|areaCheck|rejection|phone|services\.(?:shoulders|terms)|contact\.town|privacy\.paging|serviceArea\.(?:mapAlt|openMap|mapNote)|claims\.|hero\.proofLabel|about\.why|gallery\.illustration|footer\.credit)/;
  // `areas` goes into other sentences, and a plural into pages with another number of areas; the headline is split.
  const { areas, ...sentences } = words.en;
  const used = leavesOf(sentences).filter(([key]) => !/\.(?:one|other)$|^hero\.headline$/.test(key));
  const unused = used.filter(([key, sentence]) => {
    const [fragment = ''] = sentence.split(/\{\w+\}/).sort((one, other) => other.length - one.length);
    const written = fragment.replaceAll('&', '&amp;').replaceAll("'", '&#x27;');
    const names = key.split('.').filter((name) => !/^\d+$/.test(name) && !lookedUp.has(name));
    const named = sources.some((source) => new RegExp(`\\b${names.at(-1)}\\b`).test(source));
    return !pages.includes(written) && !(saidLater.test(key) && named);
  });
  expect(unused).toEqual([]);
});

/** As long as those of the specification's business. */
const usualNames = {
  business: 'x'.repeat(18),
  cities: 'x'.repeat(18),
  cityTitle: 'x'.repeat(16),
  areas: 'x'.repeat(30),
  areasFirst: 'x'.repeat(24),
};

/** Keys that the code looks up dynamically. */
const lookedUp = new Set<string>([...serviceValues, ...fieldNames, 'missing', 'tooLong', 'malformed']);

/** Every sentence of the words with its key: ["hero.call", "Call now, day or night"]. */
function leavesOf(value: object, path = ''): [key: string, sentence: string][] {
  return Object.entries(value).flatMap(([name, inner]) => {
    const key = path ? `${path}.${name}` : name;
    return typeof inner === 'string' ? [[key, inner] as [string, string]] : leavesOf(inner, key);
  });
}
