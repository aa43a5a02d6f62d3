import type { ServiceArea } from './schema.ts';
import facts from './service-areas.json' with { type: 'json' };

export type { ServiceArea };
export type Town = Exclude<ServiceArea['towns'][number], string>;
/** Longitude and latitude in degrees (WGS 84): west of Greenwich is negative. */
export type Coordinates = readonly [longitude: number, latitude: number];

/** Where the business works: any number of areas, in any state. Lists and ZIP codes follow. */
export const serviceAreas = facts.areas as unknown as readonly ServiceArea[];
