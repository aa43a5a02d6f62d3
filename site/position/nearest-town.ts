import type { Coordinates } from '../../content/service-areas.ts';
import { compassPoint, milesBetween } from './geometry.ts';
import { towns } from './towns.ts';

export interface NearestTown {
  /** Absent for a downtown, which is named after its city. */
  name?: string | undefined;
  city: string;
  miles: number;
  /** The direction from the town: 0 is north, 1 northeast, 2 east. */
  compass: number;
}

/** Miles from the nearest town from which a phone or an add-on may be mistaken: the form and the email say so. */
export const farthestMiles = 300;

/** The nearest town we serve, with distance and direction from it. */
export function nearestTown(at: Coordinates): NearestTown {
  return towns
    .map((town) => ({ ...town, miles: milesBetween(town.at, at), compass: compassPoint(town.at, at) }))
    .reduce((nearest, town) => (town.miles < nearest.miles ? town : nearest));
}
