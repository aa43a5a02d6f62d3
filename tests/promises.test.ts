import { globSync, readFileSync } from 'node:fs';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { business } from '../content/business.ts';
import { type Language, languages } from '../content/languages.ts';
import { words } from '../content/words/index.ts';
import { Dusk } from '../site/scenes/Dusk.tsx';
import { Hazards, Night, Sunrise } from '../site/scenes/RoadScenes.tsx';
import { ExitSign, Lot, MileMarker, Triangle } from '../site/scenes/Roadside.tsx';
import { DoorSign, ServiceTruck } from '../site/scenes/ServiceTruck.tsx';

// Many shops no longer work next to moving traffic, and Houston tows disabled vehicles off its freeways. The pages
// promise work on the shoulder only if the owner says so in content/business.json.

const shoulders = /\bshoulders?\b|\bstays? put\b|\b(?:acotamiento|en la orilla)\b|se queda donde/i;
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
  expect(sentences.filter((sentence) => !shoulders.test(sentence))).toEqual([]);
});

test.each(landingPages)('the %s page says what to expect at the roadside', (language, file) => {
  const { worked, notWorked } = words[language].services.shoulders;
  const html = readFileSync(file, 'utf8').replaceAll('&#x27;', "'");
  expect(html.includes(worked)).toBe(business.worksOnShoulders);
  expect(html.includes(notWorked)).toBe(!business.worksOnShoulders);
  // A driver in danger should call 911.
  const { safety } = words[language].extras;
  expect(html).toContain(safety);
  expect(safety).toContain('911');
});

// The pictures must agree with the sentence: a rig on the shoulder would contradict it.
test.each([
  ['a mile marker', true],
  ['a lot and an exit sign', false],
])('hero and gallery show %s if worksOnShoulders is %s', (_, worksOnShoulders) => {
  const hero = renderToStaticMarkup(createElement(Dusk, { worksOnShoulders }));
  const night = renderToStaticMarkup(createElement(Night, { worksOnShoulders }));
  expect(hero.includes(renderToStaticMarkup(createElement(Lot)))).toBe(!worksOnShoulders);
  expect(hero.includes(renderToStaticMarkup(createElement(ExitSign)))).toBe(!worksOnShoulders);
  expect(hero.includes(renderToStaticMarkup(createElement(MileMarker, { digit: 7 })))).toBe(worksOnShoulders);
  expect(night.includes('#lot')).toBe(!worksOnShoulders);
  expect(night.includes('#exit-sign')).toBe(!worksOnShoulders);
  expect(night.includes('#marker-17')).toBe(worksOnShoulders);
});

// 49 CFR 392.22 requires three triangles on a shoulder. In a lot, they show that the rig has broken down.
test.each([true, false])(
  'a stopped rig has three triangles behind it if worksOnShoulders is %s',
  (worksOnShoulders) => {
    const hero = renderToStaticMarkup(createElement(Dusk, { worksOnShoulders }));
    const triangle = renderToStaticMarkup(createElement(Triangle));
    expect(hero.split(triangle)).toHaveLength(4);
    const night = renderToStaticMarkup(createElement(Night, { worksOnShoulders }));
    const hazards = renderToStaticMarkup(createElement(Hazards));
    expect(night.match(/#triangle/g)).toHaveLength(3);
    expect(hazards.match(/#triangle/g)).toHaveLength(3);
  },
);

test('the rig that drives on at sunrise has no triangles behind it', () => {
  expect(renderToStaticMarkup(createElement(Sunrise))).not.toContain('#triangle');
});

test.each([true, false])(
  'the service truck says "24/7" only if the shop answers day and night: %s',
  (isAlwaysAnswered) => {
    const truck = renderToStaticMarkup(createElement(ServiceTruck, { isAlwaysAnswered }));
    expect(truck.includes(renderToStaticMarkup(createElement(DoorSign)))).toBe(isAlwaysAnswered);
  },
);
