import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { type Language, languages } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';
import { handDrawnAreas, otherAreas } from '../../tests/support/example-areas.ts';
import { areas } from '../gazetteer/areas.ts';
import type { Area } from '../gazetteer/resolve-area.ts';
import { type Box, boxesOf, drawingOf, geographyOf, handDrawn, touch, width } from './drawing.ts';
import { ShieldOutline } from './Shield.tsx';
import type { Point } from './sea.ts';

// Uses color names instead of reading the style sheet.
vi.mock('../styles/palette.ts', () => ({ colorOf: (name: string) => name }));

const drawingsOf = (some: typeof areas) =>
  (Object.keys(languages) as Language[]).flatMap((language) =>
    some.map((area) => ({ language, city: area.city, drawing: drawingOf(area, words[language]) })),
  );

const byHand = drawingsOf(handDrawnAreas);
const pictures = drawingsOf([...handDrawnAreas, ...otherAreas, ...areas]);

test.each(pictures)('no name, dot or shield around $city touches another ($language)', ({ drawing }) => {
  expect(touchingIn(boxesOf(drawing))).toEqual([]);
});

test.each(pictures)('everything around $city is inside the picture ($language)', ({ drawing }) => {
  expect(outsideOf(boxesOf(drawing), drawing.height)).toEqual([]);
});

const touchingIn = (boxes: Box[]) =>
  boxes.flatMap((box, index) =>
    boxes
      .slice(index + 1)
      .filter((other) => touch(box, other))
      .map((other) => `${box.name} / ${other.name}`),
  );

const outsideOf = (boxes: Box[], height: number) =>
  boxes
    .filter((box) => box.x < 0 || box.y < 0 || box.x + box.width > width || box.y + box.height > height)
    .map(({ name }) => name);

test('a new town finds a side for its name, and shields make way for it', () => {
  const [houston] = handDrawnAreas;
  const newTowns = [
    { name: 'Tomball', at: [-95.6161, 30.0972] },
    { name: 'Baytown', at: [-94.9774, 29.7355] },
    { name: 'League City', at: [-95.0949, 29.5075] },
    { name: 'Conroe', at: [-95.4561, 30.3119] },
    { name: 'Rosenberg', at: [-95.8086, 29.5572] },
  ] as const;
  for (const town of newTowns) {
    const area = { ...(houston as Area), towns: [...(houston?.towns ?? []), town] };
    const boxes = boxesOf(drawingOf(area, words.en));
    expect(touchingIn(boxes), town.name).toEqual([]);
    expect(outsideOf(boxes, drawingOf(area, words.en).height), town.name).toEqual([]);
  }
});

test('the maps drawn by hand show every highway that a local driver would name', () => {
  const named = byHand.flatMap(({ drawing }) => drawing.shields.map(({ route }) => route.name));
  expect(named).toEqual(
    expect.arrayContaining(
      [
        ['I-10', 'I-45', 'I-69', 'I-610', 'US-90', 'US-290', 'SH 99', 'SH 249', 'SH 288', 'Beltway 8'],
        [
          'I-35',
          'US-79',
          'US-183',
          'US-290',
          'SH 45',
          'SH 71',
          'SH 130',
          'Loop 1 (MoPac)',
          'Loop 360',
          'RM 620',
        ],
      ].flat(),
    ),
  );
});

test('every shield is on its road', () => {
  for (const { drawing } of pictures) {
    for (const { x, y, route } of drawing.shields) {
      const lines = drawing.roads.find(({ name }) => name === route.name)?.lines ?? [];
      const near = lines.flatMap((line) =>
        line.slice(1).map((end, index) => distanceToSegment({ x, y }, line[index] ?? end, end)),
      );
      expect(Math.min(...near), route.name).toBeLessThan(2);
    }
  }
});

test.each(byHand)('no road around $city ends in nothing ($language)', ({ drawing }) => {
  const lines = drawing.roads.flatMap(({ name, lines }) => lines.map((line) => ({ name, line })));
  const ends = lines.flatMap(({ name, line }) =>
    // A loop has none.
    JSON.stringify(line[0]) === JSON.stringify(line.at(-1))
      ? []
      : [line[0], line.at(-1)].flatMap((end) => (end ? [{ name, line, end }] : [])),
  );
  const loose = ends
    .filter(({ end }) => end.x > 0 && end.y > 0 && end.x < width && end.y < drawing.height)
    .filter(({ line, end }) =>
      lines
        .filter((other) => other.line !== line)
        .every((other) =>
          other.line.slice(1).every((to, index) => distanceToSegment(end, other.line[index] ?? to, to) > 4),
        ),
    );
  expect(loose.map(({ name, end }) => `${name} at ${end.x}, ${end.y}`)).toEqual([]);
});

test('Galveston Bay is water, and downtown Houston is not', () => {
  const houston = byHand.find(({ city }) => city === 'Houston')?.drawing;
  const wet = (x: number, y: number) => houston?.water.filter((shore) => inside(shore, { x, y })).length ?? 0;
  expect(wet(470, 370)).toBeGreaterThan(0);
  expect(wet(286, 288)).toBe(0);
});

test('loops, beltways and ranch roads say so on their squares; all others just say TEXAS', () => {
  const routes = Object.values(handDrawn).flatMap(({ highways }) => highways);
  for (const route of routes) {
    const drawn = renderToStaticMarkup(
      createElement(ShieldOutline, { ...route, wide: route.number.length > 2 }),
    );
    const words = [...drawn.matchAll(/>([A-Z]+)</g)].map(([, word]) => word);
    const expected = {
      interstate: ['INTERSTATE'],
      us: [],
      texas: [...(route.word ? [route.word] : []), 'TEXAS'],
      state: [],
    };
    expect(words, route.name).toEqual(expected[route.system]);
    if (/Loop|Beltway|RM/.test(route.name)) expect(route.word).toBeDefined();
    if (route.system === 'interstate') expect(drawn).toContain('--interstate-band');
  }
});

test('a map from national data shows the highways that a local driver would name', () => {
  const highwaysOf = (city: string) =>
    geographyOf(otherAreas.find((area) => area.city === city) as Area).highways.map(({ name }) => name);
  expect(highwaysOf('Dallas')).toEqual(
    expect.arrayContaining(['I-20', 'I-30', 'I-35E', 'I-45', 'I-635', 'US-75', 'US-80', 'SH 183']),
  );
  expect(highwaysOf('Fresno')).toEqual(expect.arrayContaining(['CA-99', 'CA-41', 'CA-180']));
  expect(highwaysOf('Kansas City')).toEqual(expect.arrayContaining(['I-35', 'I-70', 'I-435', 'US-69']));
});

test('the Gulf is sea, and what is beyond the border is land', () => {
  const seaOf = (city: string) =>
    drawingOf(otherAreas.find((area) => area.city === city) as Area, words.en).sea ?? [];
  expect(seaOf('Tampa').length).toBeGreaterThan(1);
  for (const city of ['El Paso', 'Dallas', 'Leadville']) expect(seaOf(city), city).toEqual([]);
});

function distanceToSegment({ x, y }: Point, start: Point, end: Point): number {
  const [across, down] = [end.x - start.x, end.y - start.y];
  const share = ((x - start.x) * across + (y - start.y) * down) / (across ** 2 + down ** 2 || 1);
  const along = Math.max(0, Math.min(1, share));
  return Math.hypot(start.x + along * across - x, start.y + along * down - y);
}

/** Point in polygon: a ray from the point crosses the line an odd number of times. */
function inside(shore: readonly Point[], { x, y }: Point): boolean {
  return shore.reduce((is, start, index) => {
    const end = shore[(index + 1) % shore.length] ?? start;
    const crosses =
      start.y > y !== end.y > y && x < ((end.x - start.x) * (y - start.y)) / (end.y - start.y) + start.x;
    return crosses ? !is : is;
  }, false);
}
