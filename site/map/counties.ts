import { mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import atlas from 'us-atlas/counties-10m.json' with { type: 'json' };
import type { Coordinates } from '../../content/service-areas.ts';

const topology = atlas as unknown as Topology;
const counties = atlas.objects.counties as unknown as GeometryCollection;

/** County borders by FIPS code, from the Census Bureau's boundary files; each border once. */
export function bordersOf(fips: readonly string[]): Coordinates[][] {
  const found = counties.geometries.filter(({ id }) => fips.includes(String(id)));
  if (found.length !== fips.length) {
    throw new Error(`site/map names a county that the atlas does not have: one of ${fips.join(', ')}.`);
  }
  const { coordinates } = mesh(topology, { ...counties, geometries: found });
  return coordinates as unknown as Coordinates[][];
}
