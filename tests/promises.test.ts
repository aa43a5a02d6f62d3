import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { business } from '../content/business.ts';
import { type Language, languages } from '../content/languages.ts';
import { words } from '../content/words/index.ts';

// Many shops no longer work beside moving traffic, and Houston tows disabled vehicles off its freeways: the
// pages promise it only if the owner says so in content/business.json.

const shoulders = /\bon the shoulder\b|\bstays? put\b|\ben (?:el acotamiento|la orilla)\b|se queda donde/i;
const texts = globSync('build/site/**/*.{html,js,svg}');
const landingPages = Object.entries(languages).map(
  ([language, { path }]) => [language as Language, `build/site${path}index.html`] as const,
);

test('only the sentence that the owner asks for speaks of work on the shoulder', () => {
  expect(texts.length).toBeGreaterThan(10);
  const sentences = landingPages.map(([language]) => words[language].services.shoulders.worked);
  const others = texts.map((file) =>
    sentences.reduce((text, sentence) => text.replaceAll(sentence, ''), readFileSync(file, 'utf8')),
  );
  expect(others.flatMap((text) => shoulders.exec(text) ?? [])).toEqual([]);
});

test.each(landingPages)('the %s page says what to expect at the roadside', (language, file) => {
  const { worked, notWorked } = words[language].services.shoulders;
  const html = readFileSync(file, 'utf8');
  expect(html.includes(worked)).toBe(business.worksOnShoulders);
  expect(html.includes(notWorked)).toBe(!business.worksOnShoulders);
});
