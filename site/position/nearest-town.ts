import { type Coordinates, serviceAreas } from '../../content/service-areas.ts';
import { compassPoint, milesBetween } from './geometry.ts';

export interface NearestTown {
  /** Absent for a downtown, which is named after its city. */
  name?: string;
  city: string;
  miles: number;
  /** The direction from the town: 0 is north, 1 northeast, 2 east. */
  compass: number;
}

/** The nearest town we serve, with distance and direction from it. */
export function nearestTown(at: Coordinates): NearestTown {
  const towns = serviceAreas.flatMap(({ city, downtown, towns }) =>
    [{ ...downtown, city }, ...towns.map((town) => ({ ...town, city }))].map((town) => ({
      ...town,
      miles: milesBetween(town.at, at),
      compass: compassPoint(town.at, at),
    })),
  );
  return towns.reduce((nearest, town) => (town.miles < nearest.miles ? town : nearest));
}
