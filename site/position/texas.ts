import type { Coordinates } from '../../content/service-areas.ts';
import { isInside } from './geometry.ts';

/**
 * The state's outline, a few miles outside the rivers and the coast: places near the line count as inside.
 */
const outline: readonly Coordinates[] = [
  [-106.7, 32.1],
  [-103.1, 32.1],
  [-103.1, 36.6],
  [-99.9, 36.6],
  [-99.9, 34.6],
  [-97, 34.1],
  [-95.2, 34.1],
  [-93.9, 33.7],
  [-93.9, 32.1],
  [-93.4, 31.2],
  [-93.6, 29.6],
  [-97, 27.5],
  [-97, 25.7],
  [-97.6, 25.75],
  [-98.3, 25.95],
  [-99.3, 26.3],
  [-100.8, 29],
  [-102.2, 29.5],
  [-103.1, 28.7],
  [-104.7, 29.4],
  [-105, 30.5],
  [-106.7, 31.6],
];

export const isInTexas = (at: Coordinates) => isInside(at, outline);
