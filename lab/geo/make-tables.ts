// npm run geo: the tables of roads and ZIP codes that the site looks positions up in, from lab/geo/source
// (docs/geography.md names the sources). Run it again when a town is added in content/service-areas.ts.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { feature } from 'topojson-client';
import { type Coordinates, type ServiceArea, serviceAreas } from '../../content/service-areas.ts';
import { isInside, milesBetween } from '../../site/position/geometry.ts';

/** How far from a town a ZIP code's middle may be to count as within the area. */
const reachMiles = 12;

/** Where the streets of Houston come from a source finer than 100 m. */
const houstonBox = { west: -95.545, east: -95.215, south: 29.652, north: 29.856 };

/** Travis, Williamson and Hays: where the streets of Austin do. */
const austinCounties = ['48453', '48491', '48209'];

/** What people call a road, where the source has the state's own name for it. */
const spokenNames: Record<string, string> = {
  'I-69': 'I-69 (US-59)',
  'SL 1': 'MoPac (Loop 1)',
  'SL 360': 'Loop 360',
  '183A': 'Toll 183A',
};

interface Road {
  properties: { route: string };
  geometry: { coordinates: Coordinates[][] };
}

const source = (file: string) => readFileSync(join(import.meta.dirname, 'source', file), 'utf8');

/** The ZIP codes near the towns: for each area, by their first three digits, the last two of each. */
export function makeZipCodes(): Record<string, Record<string, string>> {
  const found: Record<string, Record<string, string>> = {};
  for (const row of source('zip-codes.csv').trim().split('\n').slice(1)) {
    const [zip = '', longitude, latitude] = row.split(',');
    const area = areaNear([Number(longitude), Number(latitude)]);
    if (area) {
      found[area] ??= {};
      found[area][zip.slice(0, 3)] = (found[area][zip.slice(0, 3)] ?? '') + zip.slice(3);
    }
  }
  return found;
}

/** The mapped roads: each piece with the number of its name, and whether its source is finer than 100 m. */
export function makeRoads() {
  const names: string[] = [];
  const roads: [name: number, fine: number, line: string][] = [];
  for (const city of ['houston', 'austin'] as const) {
    for (const road of JSON.parse(source(`${city}-roads.geojson`)).features as Road[]) {
      const { route } = road.properties;
      const name = spokenNames[route] ?? route;
      if (!names.includes(name)) names.push(name);
      for (const line of road.geometry.coordinates) {
        for (const { fine, points } of splitByDetail(line, isFine[city])) {
          roads.push([names.indexOf(name), Number(fine), encoded(points)]);
        }
      }
    }
  }
  return { names, roads };
}

function areaNear(at: Coordinates): ServiceArea['id'] | undefined {
  return serviceAreas.find(({ downtown, towns }) =>
    [downtown, ...towns].some((town) => milesBetween(town.at, at) <= reachMiles),
  )?.id;
}

const atlas = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('us-atlas/counties-10m.json'), 'utf8'),
);
const counties = (
  feature(atlas, atlas.objects.counties) as unknown as {
    features: { id: string; geometry: { coordinates: Coordinates[][] } }[];
  }
).features.filter(({ id }) => austinCounties.includes(id));

const isFine = {
  houston: ([longitude, latitude]: Coordinates) =>
    longitude >= houstonBox.west &&
    longitude <= houstonBox.east &&
    latitude >= houstonBox.south &&
    latitude <= houstonBox.north,
  austin: (at: Coordinates) =>
    counties.some(({ geometry }) => isInside(at, geometry.coordinates[0] as readonly Coordinates[])),
};

/** Cuts a line where it enters or leaves the ground of the finer source: a stretch is fine if both its ends are. */
function splitByDetail(line: Coordinates[], fineAt: (at: Coordinates) => boolean) {
  const pieces: { fine: boolean; points: Coordinates[] }[] = [];
  for (const [index, point] of line.entries()) {
    const before = line[index - 1];
    if (!before) continue;
    const fine = fineAt(before) && fineAt(point);
    const last = pieces.at(-1);
    if (last?.fine === fine) {
      last.points.push(point);
    } else {
      pieces.push({ fine, points: [before, point] });
    }
  }
  return pieces;
}

function encoded(points: Coordinates[]): string {
  let [x, y] = [0, 0];
  const steps = points.flatMap(([longitude, latitude]) => {
    const [left, down] = [Math.round(longitude * 1e4), Math.round(latitude * 1e4)];
    const step = [left - x, down - y];
    [x, y] = [left, down];
    return step;
  });
  return steps.join(' ');
}

if (import.meta.main) {
  const { names, roads } = makeRoads();
  writeFileSync(
    'site/position/roads.ts',
    `// Made by lab/geo/make-tables.ts from Census TIGER data (public domain): do not edit.

/** The roads by name, as people say them. */
export const roadNames = ${JSON.stringify(names)};

/**
 * Pieces of road: which name, 1 if the source is finer than 100 m, and the line: longitude and latitude
 * of its first point in ten-thousandths of a degree, then the steps to each next one.
 */
export const roads: readonly (readonly [name: number, fine: 0 | 1, line: string])[] = ${JSON.stringify(roads)};
`,
  );
  writeFileSync(
    'site/area-check/zip-codes.ts',
    `import type { ServiceArea } from '../../content/service-areas.ts';

// Made by lab/geo/make-tables.ts from the Census Gazetteer 2025 (public domain): do not edit.

/** ZIP codes within ${reachMiles} miles of a town, by area: the first three digits, then the last two of each. */
export const zipCodes: Record<ServiceArea['id'], Record<string, string>> = ${JSON.stringify(makeZipCodes())};
`,
  );
}
