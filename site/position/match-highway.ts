import type { Coordinates } from '../../content/service-areas.ts';
import { milesEastAndNorth } from './geometry.ts';
import { roadNames, roads } from './roads.ts';

const metersPerMile = 1609.344;

/** A less accurate position could be on any nearby road. */
const worstAccuracyMeters = 150;
/** Maximum error of the finer source. */
const fineMeters = 100;
/** With another mapped road this near, any match is a guess; the coarser source can be a kilometer off. */
const rivalMeters = { fine: 600, coarse: 1600 };

/**
 * The highway the visitor is probably on, if any: only near a road mapped to within 100 m, with no other
 * mapped road nearby. Frontage roads and ramps are not mapped, so it is only probable.
 */
export function matchHighway(at: Coordinates, accuracyMeters: number): string | undefined {
  if (accuracyMeters > worstAccuracyMeters) return undefined;
  const near = roads
    .map(([name, fine, line]) => ({ name, fine, meters: metersToLine(at, decoded(line)) }))
    .filter(({ fine, meters }) => meters < (fine ? rivalMeters.fine : rivalMeters.coarse));
  const [match] = near.filter(({ fine, meters }) => fine && meters <= fineMeters + accuracyMeters);
  return match && near.every(({ name }) => name === match.name) ? roadNames[match.name] : undefined;
}

/** Decodes a line from the table: its first point, then the deltas. */
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

/** The distance from a place to a line. */
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
