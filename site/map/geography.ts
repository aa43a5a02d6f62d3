/** Longitude and latitude in degrees (WGS 84). */
export type Place = readonly [longitude: number, latitude: number];

export interface Route {
  system: 'interstate' | 'us' | 'texas';
  number: string;
  /** As people say it, like "I-45". */
  name: string;
}

interface Highway extends Route {
  /** Where it runs, schematically; several lines where it joins another in between. */
  lines: readonly (readonly Place[])[];
  /** Where its shield stands. */
  shield: Place;
}

export interface Town {
  at: Place;
  /** The side of its dot on which its name stands. */
  side: 'left' | 'right' | 'above' | 'below';
}

export interface Geography {
  /** What is drawn: the edges of the picture, in degrees. */
  west: number;
  east: number;
  south: number;
  north: number;
  /** FIPS codes of the counties of the metropolitan area. */
  counties: readonly string[];
  downtown: Town;
  highways: readonly Highway[];
}
