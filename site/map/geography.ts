/** A highway as its shield and drivers name it. */
export interface HighwayLabel {
  system: 'interstate' | 'us' | 'texas';
  number: string;
  /** The word above the number on a square Texas sign. Without it, Beltway 8 would look like State Highway 8. */
  word?: 'LOOP' | 'BELTWAY' | 'RM' | 'TOLL';
  /** The name that people use, like "I-45". */
  name: string;
}

export interface Highway extends HighwayLabel {
  /** The highway's name in the geodata, if it differs from `name`. */
  road?: string;
  /** A part that the geodata lacks, drawn by hand from general knowledge. It is accurate to about a mile. */
  handDrawn?: string;
  /**
   * The rough positions of the shields, "longitude latitude, …". Each shield moves to the nearest point of the road, or
   * is left out if it doesn't fit there.
   */
  shields: string;
  /** Whether the area's guide sign shows its shield. */
  onSign?: boolean;
}

export interface Geography {
  /** The edges of the picture, in degrees. All maps have the same aspect ratio. */
  west: number;
  east: number;
  south: number;
  north: number;
  /** The highways in the order of signs: interstates, US highways, state highways, then others. */
  highways: readonly Highway[];
  geodata: {
    /** Each road's lines, in the format "longitude latitude, …". */
    roads: Record<string, readonly string[]>;
    /** The shorelines of each body of water, in the same format. */
    water: Record<string, readonly string[]>;
  };
}
