import type { Coordinates } from '../../content/service-areas.ts';
import { decodedLine, isInside, milesToLine } from './geometry.ts';
import { stateOutlines, toleranceMiles } from './state-outlines.ts';

/** Whether a place is in a state that we serve, or a short drive from it. */
export function isInOurStates(at: Coordinates): boolean {
  return stateOutlines.some((numbers) => {
    const outline = decodedLine(numbers, 100);
    return isInside(at, outline) || milesToLine(at, outline) < toleranceMiles;
  });
}
