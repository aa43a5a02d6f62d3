import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import atlas from 'us-atlas/counties-10m.json' with { type: 'json' };
import type { Coordinates } from '../../content/service-areas.ts';
import type { Area } from '../gazetteer/resolve-area.ts';
import { shores } from '../gazetteer/tables.ts';
import { milesBetween } from '../position/geometry.ts';
import { clipped, type Edges, touches } from './clip.ts';
import type { Geography, Highway } from './geography.ts';
import { highwaysIn, type MappedHighway, milesOf } from './national-highways.ts';

/** Width by height, as the maps of Houston and Austin. */
const ratio = 1.03;
/** Around the towns, as a share of the map: room for their names. */
const padding = 0.16;
/** A smaller map would show streets that are not on it. */
const leastMiles = 24;
const degreeMiles = 69.09;

/** Beyond these, smaller roads and their shields only make the map hard to read. */
const mostRoads = { interstate: 12, us: 10, state: 8 };
const mostShields = { interstate: 12, us: 6, state: 5 };
const mostOnSign = 8;

/** The map of an area that nobody has drawn: from national data, coarse to a kilometer. */
export function nationalGeography(area: Area): Geography {
  const edges = edgesAround([area.downtown, ...area.towns].map(({ at }) => at));
  const roads = highwaysIn(edges);
  const shown = (['interstate', 'us', 'state'] as const).flatMap((system) =>
    roads
      .filter((road) => road.system === system)
      .slice(0, mostRoads[system])
      .map((road, index) => ({ ...road, hasShields: index < mostShields[system] })),
  );
  const signed = shown.filter(({ hasShields }) => hasShields).slice(0, mostOnSign);
  const water = shores().map(({ kind, ring }) => ({ kind, ring: clipped(ring, edges) }));
  return {
    ...edges,
    counties: countiesIn(edges),
    highways: shown.map((road) => ({
      ...highwayOf(road, edges),
      ...(!road.hasShields && { shields: '' }),
      onSign: signed.includes(road),
    })),
    geodata: {
      roads: Object.fromEntries(shown.map(({ name, lines }) => [name, lines.map(pointList)])),
      water: { lakes: water.filter(({ kind }) => kind === 'lake').flatMap(({ ring }) => ringsOf(ring)) },
    },
    land: water.filter(({ kind, ring }) => kind === 'land' && ring.length > 0).map(({ ring }) => ring),
  };
}

function edgesAround(places: readonly Coordinates[]): Edges {
  const range = (axis: 0 | 1) => {
    const values = places.map((place) => place[axis]);
    return {
      middle: (Math.min(...values) + Math.max(...values)) / 2,
      size: Math.max(...values) - Math.min(...values),
    };
  };
  const [x, y] = [range(0), range(1)];
  const narrowing = Math.cos((y.middle * Math.PI) / 180);
  const least = leastMiles / degreeMiles;
  const height = Math.max(y.size, (x.size * narrowing) / ratio, least) / (1 - 2 * padding);
  const width = (height * ratio) / narrowing;
  return {
    west: round(x.middle - width / 2),
    east: round(x.middle + width / 2),
    south: round(y.middle - height / 2),
    north: round(y.middle + height / 2),
  };
}

function highwayOf({ system, state, number, name, lines }: MappedHighway, edges: Edges): Highway {
  const crosses =
    system === 'interstate' &&
    milesOf(lines) > 0.7 * milesBetween([edges.west, edges.south], [edges.east, edges.south]);
  const points = lines.flat().filter((place) => isWellInside(place, edges));
  const order = [...points].sort((a, b) => a[0] + a[1] - b[0] - b[1]);
  const shares = crosses ? [0.15, 0.85] : [0.5];
  const loop = /^Loop (\d+)$/.exec(number)?.[1];
  return {
    system: system === 'state' && state === 'TX' ? 'texas' : system,
    number: loop ?? number,
    ...(loop && { word: 'LOOP' as const }),
    name,
    shields: pointList(
      shares
        .map((share) => order[Math.floor(share * (order.length - 1))])
        .filter((place) => place !== undefined),
    ),
  };
}

/** A shield needs room to the edge. */
function isWellInside([x, y]: Coordinates, { west, east, south, north }: Edges): boolean {
  const [left, down] = [0.06 * (east - west), 0.06 * (north - south)];
  return x > west + left && x < east - left && y > south + down && y < north - down;
}

function countiesIn(edges: Edges): string[] {
  const topology = atlas as unknown as Topology;
  const counties = feature(topology, atlas.objects.counties as unknown as GeometryCollection);
  return counties.features
    .filter(({ geometry }) => {
      if (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon') return false;
      const rings = (
        geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat()
      ) as unknown;
      return (rings as Coordinates[][]).some((ring) => touches(ring, edges));
    })
    .map(({ id }) => String(id));
}

const ringsOf = (ring: readonly Coordinates[]) => (ring.length > 2 ? [pointList(ring)] : []);

/** As in the geodata files: "longitude latitude, …". */
const pointList = (line: readonly Coordinates[]) =>
  line.map(([x, y]) => `${round(x)} ${round(y)}`).join(', ');

const round = (degrees: number) => Math.round(degrees * 1e4) / 1e4;
