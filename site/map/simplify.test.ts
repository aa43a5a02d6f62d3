import { expect, test } from 'vitest';
import { simplify } from './simplify.ts';

const createPoints = (...places: [number, number][]) => places.map(([x, y]) => ({ x, y }));

test('a simplified line omits only the points near it', () => {
  const bend = createPoints([0, 0], [5, 0.2], [10, 0], [10, 10]);
  expect(simplify(bend, 0.3)).toEqual(createPoints([0, 0], [10, 0], [10, 10]));
  expect(simplify(bend, 0.1)).toEqual(bend);
});

test('a simplified shoreline that ends at its start keeps its shape', () => {
  const shore = createPoints([0, 0], [10, 0], [10, 10], [0, 10], [0, 0]);
  expect(simplify(shore, 1)).toEqual(shore);
});
