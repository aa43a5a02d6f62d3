import { expect, test } from 'vitest';
import { simplify } from './simplify.ts';

const pointsOf = (...places: [number, number][]) => places.map(([x, y]) => ({ x, y }));

test('a simplified line leaves out only the points near it', () => {
  const bend = pointsOf([0, 0], [5, 0.2], [10, 0], [10, 10]);
  expect(simplify(bend, 0.3)).toEqual(pointsOf([0, 0], [10, 0], [10, 10]));
  expect(simplify(bend, 0.1)).toEqual(bend);
});

test('a simplified shore keeps its shape, though it ends where it starts', () => {
  const shore = pointsOf([0, 0], [10, 0], [10, 10], [0, 10], [0, 0]);
  expect(simplify(shore, 1)).toEqual(shore);
});
