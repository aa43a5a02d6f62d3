import type { Coordinates } from '../../content/service-areas.ts';

const radians = Math.PI / 180;
/** Miles per degree of latitude. */
const degreeMiles = 69.09;

/**
 * The offset east and north from one place to another, in miles. Assumes flat ground: within an hour's drive
 * the error is below 1%.
 */
export function milesEastAndNorth(from: Coordinates, to: Coordinates): [east: number, north: number] {
  const narrowing = Math.cos(((from[1] + to[1]) / 2) * radians);
  return [(to[0] - from[0]) * narrowing * degreeMiles, (to[1] - from[1]) * degreeMiles];
}

export function milesBetween(from: Coordinates, to: Coordinates): number {
  return Math.hypot(...milesEastAndNorth(from, to));
}

/** The compass direction from one place to another, in eighths: 0 is north, 2 is east. */
export function compassPoint(from: Coordinates, to: Coordinates): number {
  return (Math.round(Math.atan2(...milesEastAndNorth(from, to)) / radians / 45) + 8) % 8;
}

/** Point in polygon: a ray to the west crosses the outline an odd number of times. */
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

/** The distance from a place to a line. */
export function milesToLine(at: Coordinates, line: readonly Coordinates[]): number {
  const points = line.map((point) => milesEastAndNorth(at, point));
  const distances = points.slice(1).map(([endX, endY], index) => {
    const [x, y] = points[index] as [number, number];
    const [stepX, stepY] = [endX - x, endY - y];
    const share = -(x * stepX + y * stepY) / (stepX ** 2 + stepY ** 2 || 1);
    const along = Math.min(1, Math.max(0, share));
    return Math.hypot(x + along * stepX, y + along * stepY);
  });
  return Math.min(...distances);
}

/** A line of a table: longitude and latitude of its first point in parts of a degree, then the differences. */
export function decodedLine(steps: readonly number[], partsOfDegree: number): Coordinates[] {
  const points: Coordinates[] = [];
  let [x, y] = [0, 0];
  for (let index = 0; index < steps.length; index += 2) {
    x += steps[index] ?? 0;
    y += steps[index + 1] ?? 0;
    points.push([x / partsOfDegree, y / partsOfDegree]);
  }
  return points;
}
