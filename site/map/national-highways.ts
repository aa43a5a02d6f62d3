import type { Coordinates } from '../../content/service-areas.ts';
import { type NationalHighway, nationalHighways } from '../gazetteer/tables.ts';
import { milesBetween } from '../position/geometry.ts';
import type { Edges } from './clip.ts';

export interface MappedHighway extends NationalHighway {
  /** As people say it, like "I-45". */
  name: string;
  miles: number;
}

/** A shorter piece is a ramp, or a corner of a road that belongs elsewhere. */
const leastMiles = 3;

/** The highways inside the edges, the longest first. */
export function highwaysIn(edges: Edges): MappedHighway[] {
  const found = new Map<string, MappedHighway>();
  for (const highway of nationalHighways()) {
    const inside = highway.lines.flatMap((line) => piecesIn(line, edges));
    if (inside.length === 0) continue;
    const name = nameOf(highway);
    const road = found.get(name) ?? { ...highway, name, lines: [], miles: 0 };
    road.lines.push(...inside);
    road.miles += milesOf(inside);
    found.set(name, road);
  }
  return [...found.values()].filter(({ miles }) => miles >= leastMiles).sort((a, b) => b.miles - a.miles);
}

/** The parts of a line inside the edges, each with the points before and after it. */
function piecesIn(line: readonly Coordinates[], { west, east, south, north }: Edges): Coordinates[][] {
  const isIn = ([x, y]: Coordinates) => x > west && x < east && y > south && y < north;
  const pieces: Coordinates[][] = [];
  let last = -1;
  for (const [index, end] of line.entries()) {
    const start = line[index - 1];
    if (!start || !(isIn(start) || isIn(end))) continue;
    if (last === index - 1 && last > 0) pieces.at(-1)?.push(end);
    else pieces.push([start, end]);
    last = index;
  }
  return pieces;
}

/** As people in the state say it: Texas has SH and Loops; elsewhere the state's letters stand before the number. */
function nameOf({ system, state, number }: NationalHighway): string {
  if (system === 'interstate') return `I-${number}`;
  else if (system === 'us') return `US-${number}`;
  else if (number.startsWith('Loop')) return number;
  else return state === 'TX' ? `SH ${number}` : `${state}-${number}`;
}

export const milesOf = (lines: readonly (readonly Coordinates[])[]) =>
  lines
    .flatMap((line) => line.slice(1).map((place, index) => milesBetween(line[index] ?? place, place)))
    .reduce((sum, miles) => sum + miles, 0);
