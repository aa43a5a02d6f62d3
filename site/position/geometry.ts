import type { Coordinates } from '../../content/service-areas.ts';

const radians = Math.PI / 180;
/** A degree of latitude. */
const degreeMiles = 69.09;

/**
 * How far east and north a place lies of another, in miles. The ground is taken as flat: within an
 * hour's drive that is off by less than a part in a hundred.
 */
export function milesEastAndNorth(from: Coordinates, to: Coordinates): [east: number, north: number] {
  const narrowing = Math.cos(((from[1] + to[1]) / 2) * radians);
  return [(to[0] - from[0]) * narrowing * degreeMiles, (to[1] - from[1]) * degreeMiles];
}

export function milesBetween(from: Coordinates, to: Coordinates): number {
  return Math.hypot(...milesEastAndNorth(from, to));
}

/** In which of the eight directions a place lies, seen from another: 0 is north, 2 is east. */
export function compassPoint(from: Coordinates, to: Coordinates): number {
  return (Math.round(Math.atan2(...milesEastAndNorth(from, to)) / radians / 45) + 8) % 8;
}

/** Whether a place lies within an outline: a line from it to the far west crosses the edge an odd number of times. */
export function isInside([x, y]: Coordinates, outline: readonly Coordinates[]): boolean {
  let inside = false;
  for (const [index, [fromX, fromY]] of outline.entries()) {
    const [toX, toY] = outline.at(index - 1) as Coordinates;
    if (fromY > y !== toY > y && x > fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX)) {
      inside = !inside;
    }
  }
  return inside;
}
