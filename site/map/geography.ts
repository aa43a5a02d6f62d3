import type { Coordinates } from '../../content/service-areas.ts';

export type Place = Coordinates;

/** A road as its shield names it. */
export interface Route {
  system: 'interstate' | 'us' | 'texas';
  number: string;
  /** On a Texas square, the word above the number: what tells Beltway 8 from a highway 8. */
  word?: 'LOOP' | 'BELTWAY' | 'RM' | 'TOLL';
  /** As people say it, like "I-45". */
  name: string;
}

export interface Highway extends Route {
  /** Its name in the geodata. */
  road: string;
  /** What the geodata lacks of it, drawn by hand from general knowledge: right to about a mile. */
  byHand?: readonly (readonly Place[])[];
  /** Where its shields stand: each is put on the nearest point of the road. */
  shields: readonly Place[];
  /** Whether the guide sign of the area bears its shield. */
  onSign?: boolean;
}

export interface Geography {
  /** What is drawn: the edges of the picture, in degrees. Both areas have the same shape. */
  west: number;
  east: number;
  south: number;
  north: number;
  /** FIPS codes of the counties of the metropolitan area. */
  counties: readonly string[];
  /** In the order of the signs: interstates, US highways, state highways and loops. */
  highways: readonly Highway[];
  geodata: {
    /** Lines of each road, "longitude latitude, …". */
    roads: Record<string, readonly string[]>;
    /** Shores of each water, alike. */
    water: Record<string, readonly string[]>;
  };
}
