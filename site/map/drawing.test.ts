import { expect, test, vi } from 'vitest';
import { type Language, languages } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';
import { houstonAndAustin } from '../../tests/support/example-facts.ts';
import { areas } from '../gazetteer/areas.ts';
import { resolveArea } from '../gazetteer/resolve-area.ts';
import { boxesOf, drawingOf, type Point, touch, width } from './drawing.ts';

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
    for (const [index, box] of boxes.entries()) {
      expect(boxes.slice(index + 1).filter((other) => touch(box, other))).toEqual([]);
      expect(Math.min(box.x, box.y)).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(width);
      expect(box.y + box.height).toBeLessThanOrEqual(drawing.height);
    }
  },
);

test.each(pictures)('every shield around $city is on its road ($language)', ({ drawing }) => {
  for (const { x, y, route } of drawing.shields) {
    const lines = drawing.roads.find(({ name }) => name === route.name)?.lines ?? [];
    expect(distanceTo({ x, y }, lines), route.name).toBeLessThan(2);
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
