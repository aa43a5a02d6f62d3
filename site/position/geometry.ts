import type { Coordinates } from '../../content/service-areas.ts';

const radians = Math.PI / 180;
/** Miles per degree of latitude, on average. */
const degreeMiles = 69.09;

/**
 * Returns the offset east and north from one place to another, in miles. Assumes flat ground: within an hour's drive,
 * the error is below 1%.
 */
function measureOffset(from: Coordinates, to: Coordinates): [east: number, north: number] {
  const narrowing = Math.cos(((from[1] + to[1]) / 2) * radians);
  return [(to[0] - from[0]) * narrowing * degreeMiles, (to[1] - from[1]) * degreeMiles];
}

export function measureMiles(from: Coordinates, to: Coordinates): number {
  return Math.hypot(...measureOffset(from, to));
}

/** Returns the compass direction from one place to another, in eighths: 0 is north, 2 is east. */
export function getCompassPoint(from: Coordinates, to: Coordinates): number {
  return (Math.round(Math.atan2(...measureOffset(from, to)) / radians / 45) + 8) % 8;
}
