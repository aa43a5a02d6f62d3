import { readFileSync } from 'node:fs';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { Coordinates } from '../../content/service-areas.ts';
import { areas } from '../gazetteer/areas.ts';
import { stateNames } from '../gazetteer/states.ts';
import { milesToLine } from './geometry.ts';

/** How far the outlines may be off: places this near the line count as inside. */
export const toleranceMiles = 5;

const atlas: Topology = JSON.parse(readFileSync('node_modules/us-atlas/states-10m.json', 'utf8'));
const states = feature(atlas, atlas.objects.states as GeometryCollection<{ name: string }>);
const names = areas.map(({ state }) => stateNames[state]);

/** An island as small as this is within the tolerance of others, or nobody drives there. */
const leastCorners = 4;

/** The outlines of our states in hundredths of a degree: longitude and latitude of a corner, then differences. */
export const stateOutlines: readonly (readonly number[])[] = states.features
  .filter(({ properties }) => names.includes(properties.name))
  .flatMap(({ geometry }) =>
    geometry.type === 'Polygon'
      ? [geometry.coordinates[0]]
      : geometry.type === 'MultiPolygon'
        ? geometry.coordinates.map(([outline]) => outline)
        : [],
  )
  .map((outline) => simplified(outline as unknown as Coordinates[]))
  .filter(({ length }) => length >= leastCorners)
  .map((outline) => {
    let [x, y] = [0, 0];
    return outline.flatMap((corner) => {
      const [left, up] = [Math.round(corner[0] * 100), Math.round(corner[1] * 100)];
      const step = [left - x, up - y];
      [x, y] = [left, up];
      return step;
    });
  });

/** Leaves out corners that are within the tolerance of the line without them (Douglas and Peucker). */
function simplified(line: readonly Coordinates[]): Coordinates[] {
  const [first, last] = [line[0] as Coordinates, line.at(-1) as Coordinates];
  const miles = line.map((place) => milesToLine(place, [first, last]));
  const farthest = miles.indexOf(Math.max(...miles));
  if ((miles[farthest] ?? 0) <= toleranceMiles * 0.8) {
    return [first, last];
  } else {
    return [...simplified(line.slice(0, farthest + 1)).slice(0, -1), ...simplified(line.slice(farthest))];
  }
}
