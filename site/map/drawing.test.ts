import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { type Language, languages } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';
import { houstonAndAustin } from '../../tests/support/example-areas.ts';
import { areas } from '../gazetteer/areas.ts';
import { geographies, resolveArea } from '../gazetteer/resolve-area.ts';
import { boxesOf, drawingOf, type Point, touch, width } from './drawing.ts';
import { ShieldOutline } from './Shield.tsx';

// Uses color names instead of reading the style sheet.
vi.mock('../styles/palette.ts', () => ({ colorOf: (name: string) => name }));

const pictures = [...houstonAndAustin.flatMap((area) => resolveArea(area).area ?? []), ...areas].flatMap(
  (area) =>
    (Object.keys(languages) as Language[]).flatMap((language) =>
      area.geography
        ? [{ language, city: area.city, drawing: drawingOf(area, area.geography, words[language]) }]
        : [],
    ),
);

test.each(pictures)(
  'no name, dot or shield around $city touches another, or the edge ($language)',
  ({ drawing }) => {
    const boxes = boxesOf(drawing);
    const touching = boxes.flatMap((box, index) =>
      boxes.slice(index + 1).filter((other) => touch(box, other)),
    );
    expect(touching).toEqual([]);
    const outside = boxes.filter(
      (box) => box.x < 0 || box.y < 0 || box.x + box.width > width || box.y + box.height > drawing.height,
    );
    expect(outside).toEqual([]);
  },
);

test('the maps show every highway that a local driver would name', () => {
  const [houston = [], austin = []] = ['Houston', 'Austin'].map((name) =>
    pictures.find(({ city }) => city === name)?.drawing.shields.map(({ route }) => route.name),
  );
  const around = [
    'I-10',
    'I-45',
    'I-69',
    'I-610',
    'US-90',
    'US-290',
    'SH 99',
    'SH 249',
    'SH 288',
    'Beltway 8',
  ];
  expect(houston).toEqual(expect.arrayContaining(around));
  const highways = ['I-35', 'US-79', 'US-183', 'US-290', 'SH 45', 'SH 71', 'SH 130', 'Loop 360', 'RM 620'];
  expect(austin).toEqual(expect.arrayContaining([...highways, 'Loop 1 (MoPac)']));
});

test.each(pictures)('every shield around $city is on its road ($language)', ({ drawing }) => {
  for (const { x, y, route } of drawing.shields) {
    const lines = drawing.roads.find(({ name }) => name === route.name)?.lines ?? [];
    expect(distanceTo({ x, y }, lines), route.name).toBeLessThan(2);
  }
});

test.each(pictures)('no road around $city ends in nothing ($language)', ({ drawing }) => {
  const lines = drawing.roads.flatMap(({ lines }) => lines);
  const loose = lines.flatMap((line) => {
    const others = lines.filter((other) => other !== line);
    const isLoop = JSON.stringify(line[0]) === JSON.stringify(line.at(-1));
    const ends = isLoop ? [] : [line[0] as Point, line.at(-1) as Point];
    return ends
      .filter(({ x, y }) => x > 0 && y > 0 && x < width && y < drawing.height)
      .filter((end) => distanceTo(end, others) > 4);
  });
  expect(loose).toEqual([]);
});

test('loops, beltways and ranch roads say so on their squares, and all others just say TEXAS', () => {
  for (const route of Object.values(geographies).flatMap(({ highways }) => highways)) {
    const outline = createElement(ShieldOutline, { ...route, wide: route.number.length > 2 });
    const drawn = renderToStaticMarkup(outline);
    const expected = { interstate: ['INTERSTATE'], us: [], texas: [route.word, 'TEXAS'].filter(Boolean) };
    const said = [...drawn.matchAll(/>([A-Z]+)</g)].map(([, word]) => word);
    expect(said, route.name).toEqual(expected[route.system]);
    if (/Loop|Beltway|RM/.test(route.name)) expect(route.word).toBeDefined();
  }
});

function distanceTo({ x, y }: Point, lines: readonly Point[][]): number {
  const distances = lines.flatMap((line) =>
    line.slice(1).map((end, index) => {
      const start = line[index] ?? end;
      const [across, down] = [end.x - start.x, end.y - start.y];
      const share = ((x - start.x) * across + (y - start.y) * down) / (across ** 2 + down ** 2 || 1);
      const along = Math.max(0, Math.min(1, share));
      return Math.hypot(start.x + along * across - x, start.y + along * down - y);
    }),
  );
  return Math.min(...distances);
}
