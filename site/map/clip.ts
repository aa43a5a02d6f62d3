import type { Coordinates } from '../../content/service-areas.ts';

/** Edges of a picture, in degrees. */
export interface Edges {
  west: number;
  east: number;
  south: number;
  north: number;
}

/** The part of a closed outline inside the edges (Sutherland and Hodgman). */
export function clipped(ring: readonly Coordinates[], edges: Edges): Coordinates[] {
  if (!touches(ring, edges)) return [];
  const sides: [axis: 0 | 1, limit: number, greater: boolean][] = [
    [0, edges.west, true],
    [0, edges.east, false],
    [1, edges.south, true],
    [1, edges.north, false],
  ];
  return sides.reduce<Coordinates[]>(
    (rest, [axis, limit, greater]) =>
      rest.flatMap((end, index) => {
        const start = rest.at(index - 1) as Coordinates;
        const isIn = (place: Coordinates) => (greater ? place[axis] >= limit : place[axis] <= limit);
        const crossing = isIn(start) === isIn(end) ? [] : [pointAt(start, end, axis, limit)];
        return isIn(end) ? [...crossing, end] : crossing;
      }),
    [...ring],
  );
}

/** Whether the boxes around a line and the edges overlap. */
export function touches(line: readonly Coordinates[], { west, east, south, north }: Edges): boolean {
  let [left, right, bottom, top] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [x, y] of line) {
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [bottom, top] = [Math.min(bottom, y), Math.max(top, y)];
  }
  return right > west && left < east && top > south && bottom < north;
}

function pointAt(start: Coordinates, end: Coordinates, axis: 0 | 1, limit: number): Coordinates {
  const share = (limit - start[axis]) / (end[axis] - start[axis]);
  return [start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])];
}
