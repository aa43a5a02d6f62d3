import { globSync, readFileSync } from 'node:fs';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { business } from '../content/business.ts';
import { type Language, languages } from '../content/languages.ts';
import { words } from '../content/words/index.ts';
import { Dusk } from '../site/scenes/Dusk.tsx';
import { ExitSign, Lot, Triangle } from '../site/scenes/Roadside.tsx';
import { Scenes } from '../site/scenes/Scenes.tsx';

// Many shops no longer work next to moving traffic, and Houston tows disabled vehicles off its freeways. The pages
// promise work on the shoulder only if the owner says so in content/business.json.

const shoulders = /\bon the shoulder\b|\bstays? put\b|\ben (?:el acotamiento|la orilla)\b|se queda donde/i;
const texts = globSync('build/site/**/*.{html,js,svg}');
const landingPages = Object.entries(languages).map(
  ([language, { path }]) => [language as Language, `build/site${path}index.html`] as const,
);

test("only the owner's chosen sentence mentions work on the shoulder", () => {
  expect(texts.length).toBeGreaterThan(10);
  const sentences = landingPages.map(([language]) => words[language].services.shoulders.worked);
  const others = texts.map((file) =>
    sentences.reduce((text, sentence) => text.replaceAll(sentence, ''), readFileSync(file, 'utf8')),
  );
  expect(others.flatMap((text) => shoulders.exec(text) ?? [])).toEqual([]);
});

test.each(landingPages)('the %s page says what to expect at the roadside', (language, file) => {
  const { worked, notWorked } = words[language].services.shoulders;
  const html = readFileSync(file, 'utf8').replaceAll('&#x27;', "'");
  expect(html.includes(worked)).toBe(business.worksOnShoulders);
  expect(html.includes(notWorked)).toBe(!business.worksOnShoulders);
  // The driver of a truck that can't move should call 911.
  expect(notWorked).toContain('911');
});

// The pictures must agree with the sentence: a rig on the shoulder would contradict it.
test.each([
  ['triangles and a mile marker', true],
  ['an exit sign and a cone', false],
])('hero and gallery show %s if worksOnShoulders is %s', (_, worksOnShoulders) => {
  const hero = renderToStaticMarkup(createElement(Dusk, { worksOnShoulders }));
  const scenes = renderToStaticMarkup(createElement(Scenes, { title: '', names: [], worksOnShoulders }));
  const [night = ''] = scenes.split('<view id="night"').slice(1);
  const lot = renderToStaticMarkup(createElement(Lot));
  expect(hero.includes(lot)).toBe(!worksOnShoulders);
  expect(night.includes('<g id="lot">')).toBe(!worksOnShoulders);
  expect(night.includes('#triangle')).toBe(worksOnShoulders);
  expect(hero.includes(renderToStaticMarkup(createElement(Triangle)))).toBe(worksOnShoulders);
  expect(hero.includes(renderToStaticMarkup(createElement(ExitSign)))).toBe(!worksOnShoulders);
});
