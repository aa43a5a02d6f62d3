import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { type Language, languages } from '../../content/languages.ts';
import { type ServiceArea, serviceAreas, type Town } from '../../content/service-areas.ts';
import { words } from '../../content/words/index.ts';
import { type Box, boxesOf, drawingOf, geography, type Point, touch, width } from './drawing.ts';
import { ShieldOutline } from './Shield.tsx';

// Uses color names instead of reading the style sheet.
vi.mock('../styles/palette.ts', () => ({ colorOf: (name: string) => name }));

const pictures = (Object.keys(languages) as Language[]).flatMap((language) =>
  serviceAreas.map((area) => ({ language, city: area.city, drawing: drawingOf(area, words[language]) })),
);

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
  const [houston] = serviceAreas;
  const newTowns: Town[] = [
    { name: 'Tomball', at: [-95.6161, 30.0972] },
    { name: 'Baytown', at: [-94.9774, 29.7355] },
    { name: 'League City', at: [-95.0949, 29.5075] },
    { name: 'Conroe', at: [-95.4561, 30.3119] },
    { name: 'Rosenberg', at: [-95.8086, 29.5572] },
  ];
  for (const town of newTowns) {
    const area = { ...houston, towns: [...houston.towns, town] } as unknown as ServiceArea;
    const boxes = boxesOf(drawingOf(area, words.en));
    expect(touchingIn(boxes), town.name).toEqual([]);
    expect(outsideOf(boxes, drawingOf(area, words.en).height), town.name).toEqual([]);
  }
});

test('the maps show every highway that a local driver would name', () => {
  const named = pictures.flatMap(({ drawing }) => drawing.shields.map(({ route }) => route.name));
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
      const near = lines.flat().map((point) => Math.hypot(point.x - x, point.y - y));
      expect(Math.min(...near), route.name).toBeLessThan(60);
    }
  }
});

test('Galveston Bay is water, and downtown Houston is not', () => {
  const houston = pictures.find(({ city }) => city === 'Houston')?.drawing;
  const wet = (x: number, y: number) => houston?.water.filter((shore) => inside(shore, { x, y })).length ?? 0;
  expect(wet(470, 370)).toBeGreaterThan(0);
  expect(wet(286, 288)).toBe(0);
});

test('loops, beltways and ranch roads say so on their squares; all others just say TEXAS', () => {
  const routes = serviceAreas.flatMap(({ id }) => geography[id].highways);
  for (const route of routes) {
    const drawn = renderToStaticMarkup(
      createElement(ShieldOutline, { ...route, wide: route.number.length > 2 }),
    );
    const words = [...drawn.matchAll(/>([A-Z]+)</g)].map(([, word]) => word);
    const expected = {
      interstate: ['INTERSTATE'],
      us: [],
      texas: [...(route.word ? [route.word] : []), 'TEXAS'],
    };
    expect(words, route.name).toEqual(expected[route.system]);
    if (/Loop|Beltway|RM/.test(route.name)) expect(route.word).toBeDefined();
    if (route.system === 'interstate') expect(drawn).toContain('--interstate-band');
  }
});

/** Point in polygon: a ray from the point crosses the line an odd number of times. */
function inside(shore: readonly Point[], { x, y }: Point): boolean {
  return shore.reduce((is, start, index) => {
    const end = shore[(index + 1) % shore.length] ?? start;
    const crosses =
      start.y > y !== end.y > y && x < ((end.x - start.x) * (y - start.y)) / (end.y - start.y) + start.x;
    return crosses ? !is : is;
  }, false);
}
