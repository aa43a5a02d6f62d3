import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import atlas from 'us-atlas/counties-10m.json';
import type { Place } from './geography.ts';

const { features } = feature(
  atlas as unknown as Topology,
  atlas.objects.counties as unknown as GeometryCollection,
);

/** The outline of a county, by FIPS code, from the Census Bureau's boundary files: one ring or several. */
export function outlineOf(fips: string): Place[][] {
  const county = features.find(({ id }) => id === fips)?.geometry;
  if (county?.type === 'Polygon') {
    return county.coordinates as unknown as Place[][];
  } else if (county?.type === 'MultiPolygon') {
    return county.coordinates.flat() as unknown as Place[][];
  } else {
    throw new Error(`site/map/geography.ts names the county ${fips}, which the atlas does not have.`);
  }
}
