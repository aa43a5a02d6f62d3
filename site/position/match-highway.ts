import type { Coordinates } from '../../content/service-areas.ts';
import { milesEastAndNorth } from './geometry.ts';
import { roadNames, roads } from './roads.ts';

const metersPerMile = 1609.344;

/** A position less sure than this could be on any road around. */
const worstAccuracyMeters = 150;
/** How far the lines of the finer source are from the road, at most. */
const fineMeters = 100;
/** Another mapped road this near makes it a guess; the lines of the coarser source can be a kilometer off. */
const rivalMeters = { fine: 600, coarse: 1600 };

/**
 * The highway one is probably on, or nothing: only near a road whose line is finer than 100 m, with no
 * other mapped road around. Frontage roads and ramps are not mapped, so it stays "probably".
 */
export function matchHighway(at: Coordinates, accuracyMeters: number): string | undefined {
  if (accuracyMeters > worstAccuracyMeters) return undefined;
  const near = roads
    .map(([name, fine, line]) => ({ name, fine, meters: metersToLine(at, decoded(line)) }))
    .filter(({ fine, meters }) => meters < (fine ? rivalMeters.fine : rivalMeters.coarse));
  const [match] = near.filter(({ fine, meters }) => fine && meters <= fineMeters + accuracyMeters);
  return match && near.every(({ name }) => name === match.name) ? roadNames[match.name] : undefined;
}

/** A line as the table holds it: its first point, then the steps from each point to the next. */
function decoded(line: string): Coordinates[] {
  const steps = line.split(' ').map(Number);
  const points: Coordinates[] = [];
  let [x, y] = [0, 0];
  for (let index = 0; index < steps.length; index += 2) {
    x += steps[index] ?? 0;
    y += steps[index + 1] ?? 0;
    points.push([x / 1e4, y / 1e4]);
  }
  return points;
}

/** The distance from a place to the nearest point of a line. */
function metersToLine(at: Coordinates, line: readonly Coordinates[]): number {
  const points = line.map((point) => milesEastAndNorth(at, point));
  const distances = points.slice(1).map(([endX, endY], index) => {
    const [x, y] = points[index] as [number, number];
    const [stepX, stepY] = [endX - x, endY - y];
    const share = -(x * stepX + y * stepY) / (stepX ** 2 + stepY ** 2 || 1);
    const along = Math.min(1, Math.max(0, share));
    return Math.hypot(x + along * stepX, y + along * stepY);
  });
  return Math.min(...distances) * metersPerMile;
}
