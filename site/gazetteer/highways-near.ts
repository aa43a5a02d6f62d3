import type { Coordinates } from '../../content/service-areas.ts';
import { milesBetween } from '../position/geometry.ts';
import type { Area } from './resolve-area.ts';
import { type NationalHighway, nationalHighways } from './tables.ts';

export interface NearHighway {
  system: NationalHighway['system'];
  state: string;
  number: string;
  /** As people say it, like "I-45". */
  name: string;
  lines: Coordinates[][];
  miles: number;
}

interface Edges {
  west: number;
  east: number;
  south: number;
  north: number;
}

/** A shorter piece is a ramp, or a corner of a road that belongs elsewhere. */
const leastMiles = 3;

/** The highways inside the edges: interstates first, then US highways; within each, the longest first. */
export function highwaysIn(edges: Edges): NearHighway[] {
  const found = new Map<string, NearHighway>();
  for (const { system, state, number, lines } of nationalHighways()) {
    const inside = lines.flatMap((line) => piecesIn(line, edges));
    if (inside.length === 0) continue;
    const name = nameOf(system, state, number);
    const road = found.get(name) ?? { system, state, number, name, lines: [], miles: 0 };
    road.lines.push(...inside);
    road.miles += inside.reduce((sum, line) => sum + lengthOf(line), 0);
    found.set(name, road);
  }
  return [...found.values()]
    .filter(({ miles }) => miles >= leastMiles)
    .sort((a, b) => order.indexOf(a.system) - order.indexOf(b.system) || b.miles - a.miles);
}

const order = ['interstate', 'us', 'state'];

/** About seven miles beyond the outermost towns. */
const margin = 0.1;

export function edgesAround({ downtown, towns }: Area) {
  const places = [downtown, ...towns].map(({ at }) => at);
  const [longitudes, latitudes] = [places.map(([x]) => x), places.map(([, y]) => y)];
  return {
    west: Math.min(...longitudes) - margin,
    east: Math.max(...longitudes) + margin,
    south: Math.min(...latitudes) - margin,
    north: Math.max(...latitudes) + margin,
  };
}

/** What local drivers call the highways that matter, where we know it. */
const localNames: Record<string, readonly string[]> = {
  'TX houston': ['I-10', 'I-45', 'I-69 (US-59)', 'I-610', 'US-290', 'SH 288', 'SH 249', 'SH 99', 'Beltway 8'],
  'TX austin': ['I-35', 'US-183', 'US-290', 'SH 71', 'SH 130', 'SH 45', 'MoPac (Loop 1)', 'Loop 360'],
};

/** A longer list is no help. */
const mostSuggested = 20;

/** The highways that the form suggests for the areas: interstates and US highways by number, then the others. */
export function suggestedHighways(areas: readonly Area[]): string[] {
  const most = Math.ceil(mostSuggested / areas.length);
  const names = areas.flatMap(
    (area) =>
      localNames[`${area.state} ${area.id}`] ??
      highwaysIn(edgesAround(area))
        .slice(0, most)
        .map(({ name }) => name),
  );
  const rank = (name: string) =>
    [/^I-/, /^US-/, /^[A-Z]{2}[ -]/].findIndex((kind) => kind.test(name)) + 1 || 4;
  const number = (name: string) => (rank(name) < 3 ? Number.parseInt(name.replace(/^\D+/, ''), 10) : 0);
  return [...new Set(names)].sort((a, b) => rank(a) - rank(b) || number(a) - number(b));
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
function nameOf(system: NationalHighway['system'], state: string, number: string): string {
  if (system === 'interstate') return `I-${number}`;
  else if (system === 'us') return `US-${number}`;
  else if (number.startsWith('Loop')) return number;
  else return state === 'TX' ? `SH ${number}` : `${state}-${number}`;
}

const lengthOf = (line: readonly Coordinates[]) =>
  line.slice(1).reduce((miles, place, index) => miles + milesBetween(line[index] ?? place, place), 0);
