import type { Coordinates } from '../../content/service-areas.ts';
import { decodedLine, isInside, milesToLine } from './geometry.ts';
import { nearestTown } from './nearest-town.ts';
import { stateOutlines, toleranceMiles } from './state-outlines.ts';

/** A short drive: a city on a border has customers on both sides. */
const nearMiles = 30;

/** Whether a place is in a state that we serve, or a short drive from one of our towns. */
export function isInOurStates(at: Coordinates): boolean {
  return (
    nearestTown(at).miles < nearMiles ||
    stateOutlines.some((numbers) => {
      const outline = decodedLine(numbers, 100);
      return isInside(at, outline) || milesToLine(at, outline) < toleranceMiles;
    })
  );
}
