import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { type Language, languages } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';
import { houstonAndAustin } from '../../tests/support/example-facts.ts';
import { areas } from '../gazetteer/areas.ts';
import { resolveArea } from '../gazetteer/resolve-area.ts';
import { layOutMap, listBoxes, mapWidth, overlap } from './drawing.ts';
import { ShieldOutline } from './Shield.tsx';

// Uses the names of colors instead of reading the style sheet.
vi.mock('../styles/palette.ts', () => ({ getColor: (name: string) => name }));

const resolved = [...houstonAndAustin.flatMap((area) => resolveArea(area).area ?? []), ...areas];
const pictures = (Object.keys(languages) as Language[]).flatMap((language) =>
  resolved.flatMap((area) =>
    area.geography
      ? [{ language, city: area.city, drawing: layOutMap(area, area.geography, words[language]) }]
      : [],
  ),
);

test.each([false, true])(
  'the word on an interstate shield is no longer than its band (wide: %s)',
  (isWide) => {
    const shield = renderToStaticMarkup(createElement(ShieldOutline, { system: 'interstate', isWide }));
    const [, length] = /textLength="([\d.]+)"[^>]*>INTERSTATE</.exec(shield) ?? [];
    // The narrow shield is about 24 units wide at the top of the word.
    expect(Number(length)).toBeLessThanOrEqual(22);
  },
);

test.each(pictures)('no names, dots or shields around $city overlap ($language)', ({ drawing }) => {
  const boxes = listBoxes(drawing);
  for (const [index, box] of boxes.entries()) {
    expect(boxes.slice(index + 1).filter((other) => overlap(box, other))).toEqual([]);
    expect(Math.min(box.x, box.y)).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(mapWidth);
    expect(box.y + box.height).toBeLessThanOrEqual(drawing.height);
  }
});
