import type { ServiceArea } from './schema.ts';
import facts from './service-areas.json' with { type: 'json' };

export type { ServiceArea };
/** Longitude and latitude in degrees (WGS 84): west of Greenwich is negative. */
export type Coordinates = readonly [longitude: number, latitude: number];

/** The service areas: one or more, in any state. The site derives lists and ZIP codes from them. */
export const serviceAreas = facts.areas as unknown as readonly ServiceArea[];
