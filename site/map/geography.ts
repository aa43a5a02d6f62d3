/** A road as on its shield. */
export interface Route {
  system: 'interstate' | 'us' | 'texas';
  number: string;
  /** The word above the number on a Texas square: it distinguishes Beltway 8 from State Highway 8. */
  word?: 'LOOP' | 'BELTWAY' | 'RM' | 'TOLL';
  /** As people say it, like "I-45". */
  name: string;
}

export interface Highway extends Route {
  /** Its name in the geodata, if that is another. */
  road?: string;
  /** A part missing from the geodata, drawn by hand from general knowledge: accurate to about a mile. */
  byHand?: string;
  /** Where to put its shields, "longitude latitude, …": each moves to the nearest point of the road. */
  shields: string;
  /** Whether the area's guide sign shows its shield. */
  onSign?: boolean;
}

export interface Geography {
  /** The edges of the picture, in degrees. Both areas have the same aspect ratio. */
  west: number;
  east: number;
  south: number;
  north: number;
  /** FIPS codes of the counties of the metropolitan area. */
  counties: readonly string[];
  /** In sign order: interstates, US highways, state highways and loops. */
  highways: readonly Highway[];
  geodata: {
    /** Lines of each road, "longitude latitude, …". */
    roads: Record<string, readonly string[]>;
    /** Shorelines of each body of water, in the same format. */
    water: Record<string, readonly string[]>;
  };
}
