import type { Coordinates } from '../../content/service-areas.ts';
import { decodedLine, milesToLine } from './geometry.ts';
import { roadNames, roads } from './roads.ts';

const metersPerMile = 1609.344;

/** A less accurate position could be on any nearby road. */
const worstAccuracyMeters = 150;
/** How far from the line a match may be. The coarser source is off by a kilometer at worst, by less than this mostly. */
const matchMeters = { fine: 100, coarse: 500 };
/** With another mapped road this near, any match is a guess. */
const rivalMeters = { fine: 600, coarse: 1600 };

/**
 * The highway the visitor is probably on, if any: only near a mapped road, with no other nearby. Frontage roads and
 * ramps are not mapped, so it is only probable.
 */
export function matchHighway(at: Coordinates, accuracyMeters: number): string | undefined {
  if (accuracyMeters > worstAccuracyMeters) return undefined;
  const near = roads
    .map(([name, fine, line]) => ({
      name,
      fine,
      meters: milesToLine(at, decodedLine(line.split(' ').map(Number), 1e4)) * metersPerMile,
    }))
    .filter(({ fine, meters }) => meters < (fine ? rivalMeters.fine : rivalMeters.coarse));
  const [match] = near.filter(
    ({ fine, meters }) => meters <= (fine ? matchMeters.fine : matchMeters.coarse) + accuracyMeters,
  );
  return match && near.every(({ name }) => name === match.name) ? roadNames[match.name] : undefined;
}
