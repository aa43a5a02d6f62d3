/** Longitude and latitude in degrees (WGS 84): west of Greenwich is negative. */
export type Coordinates = readonly [longitude: number, latitude: number];

interface Dot {
  /** Looked up by the town's name where it is left out. */
  at?: Coordinates;
  /** The side of the dot on which the map puts the name, if it fits there; otherwise the first side that fits. */
  nameSide?: 'left' | 'right' | 'above' | 'below';
}

export interface Town extends Dot {
  name: string;
}

export interface ServiceArea {
  /** The state of the city, by its two letters. */
  state: string;
  city: string;
  /** The average response time, never a promise. */
  averageMinutes: number;
  /** First in the list of towns; its name is derived from `city`. */
  downtown?: Dot;
  /** By name, like 'Plano', or with a place of your own, like { name: 'Plano', at: [-96.6989, 33.0198] }. */
  towns: readonly (string | Town)[];
  /** Write false to leave out a map. Only the areas in site/map/ have one: other signs and towns stand alone. */
  map?: false;
}

/** Where the business works: any number of areas, in any state. The lists and the ZIP codes follow. */
export const serviceAreas: readonly ServiceArea[] = [
  {
    state: 'TX',
    city: 'Houston',
    averageMinutes: 45,
    downtown: { at: [-95.3655, 29.7525], nameSide: 'right' },
    towns: [
      { name: 'The Woodlands', at: [-95.4613, 30.1658], nameSide: 'left' },
      { name: 'Katy', at: [-95.8245, 29.7858], nameSide: 'above' },
      { name: 'Sugar Land', at: [-95.6349, 29.6197], nameSide: 'left' },
      { name: 'Pearland', at: [-95.286, 29.5636], nameSide: 'left' },
      { name: 'Cypress', at: [-95.6972, 29.9691], nameSide: 'left' },
      { name: 'Spring', at: [-95.4172, 30.0799], nameSide: 'left' },
      { name: 'Humble', at: [-95.2622, 29.9988], nameSide: 'right' },
    ],
  },
  {
    state: 'TX',
    city: 'Austin',
    averageMinutes: 50,
    downtown: { at: [-97.7431, 30.2672], nameSide: 'left' },
    towns: [
      { name: 'Round Rock', at: [-97.6789, 30.5083], nameSide: 'right' },
      { name: 'Cedar Park', at: [-97.8203, 30.5052], nameSide: 'left' },
      { name: 'Georgetown', at: [-97.678, 30.6333], nameSide: 'left' },
      { name: 'Pflugerville', at: [-97.62, 30.4394], nameSide: 'below' },
      { name: 'Leander', at: [-97.8531, 30.5788], nameSide: 'left' },
      { name: 'Manor', at: [-97.5567, 30.3405], nameSide: 'above' },
      { name: 'Lakeway', at: [-97.9797, 30.3635], nameSide: 'below' },
    ],
  },
];
