import type { ServiceArea } from '../../content/service-areas.ts';

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

interface Geography {
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

/** Every town of the service areas, at its real position. */
export const towns: Record<ServiceArea['towns'][number], Town> = {
  'The Woodlands': { at: [-95.4613, 30.1658], side: 'right' },
  Katy: { at: [-95.8245, 29.7858], side: 'above' },
  'Sugar Land': { at: [-95.6349, 29.6197], side: 'left' },
  Pearland: { at: [-95.286, 29.5636], side: 'left' },
  Cypress: { at: [-95.6972, 29.9691], side: 'left' },
  Spring: { at: [-95.4172, 30.0799], side: 'left' },
  Humble: { at: [-95.2622, 29.9988], side: 'right' },
  'Round Rock': { at: [-97.6789, 30.5083], side: 'right' },
  'Cedar Park': { at: [-97.8203, 30.5052], side: 'left' },
  Georgetown: { at: [-97.678, 30.6333], side: 'left' },
  Pflugerville: { at: [-97.62, 30.4394], side: 'below' },
  Leander: { at: [-97.8531, 30.5788], side: 'left' },
  Manor: { at: [-97.5567, 30.3405], side: 'above' },
  Lakeway: { at: [-97.9797, 30.3635], side: 'below' },
};

/** The ground of the two diagrams. Highways are schematic: a few points each. */
export const geography: Record<ServiceArea['id'], Geography> = {
  houston: {
    west: -96.02,
    east: -94.93,
    south: 29.42,
    north: 30.3,
    counties: ['48015', '48039', '48071', '48157', '48167', '48201', '48291', '48339', '48473'],
    downtown: { at: [-95.3698, 29.7604], side: 'right' },
    highways: [
      {
        system: 'interstate',
        number: '10',
        name: 'I-10',
        lines: [
          [
            [-96.1, 29.77],
            [-95.82, 29.783],
            [-95.56, 29.784],
            [-95.37, 29.768],
            [-95.2, 29.772],
            [-94.9, 29.83],
          ],
        ],
        shield: [-95.68, 29.784],
      },
      {
        system: 'interstate',
        number: '45',
        name: 'I-45',
        lines: [
          [
            [-95.47, 30.4],
            [-95.45, 30.16],
            [-95.42, 30.08],
            [-95.405, 29.93],
            [-95.365, 29.76],
            [-95.24, 29.66],
            [-95.1, 29.53],
            [-94.98, 29.4],
          ],
        ],
        shield: [-95.17, 29.6],
      },
      {
        system: 'interstate',
        number: '69',
        name: 'I-69',
        lines: [
          [
            [-95.95, 29.44],
            [-95.78, 29.555],
            [-95.62, 29.605],
            [-95.49, 29.71],
            [-95.37, 29.75],
            [-95.33, 29.83],
            [-95.265, 29.99],
            [-95.21, 30.12],
            [-95.11, 30.35],
          ],
        ],
        shield: [-95.16, 30.235],
      },
      {
        system: 'us',
        number: '290',
        name: 'US-290',
        lines: [
          [
            [-95.45, 29.785],
            [-95.55, 29.86],
            [-95.69, 29.965],
            [-95.86, 30.035],
            [-96.1, 30.1],
          ],
        ],
        shield: [-95.9, 30.05],
      },
      {
        system: 'texas',
        number: '288',
        name: 'TX-288',
        lines: [
          [
            [-95.37, 29.745],
            [-95.385, 29.66],
            [-95.39, 29.55],
            [-95.44, 29.38],
          ],
        ],
        shield: [-95.41, 29.46],
      },
      {
        system: 'texas',
        number: '99',
        name: 'TX-99',
        lines: [
          [
            [-95.68, 29.53],
            [-95.74, 29.66],
            [-95.78, 29.79],
            [-95.77, 29.92],
            [-95.71, 30.03],
            [-95.58, 30.085],
            [-95.4, 30.105],
            [-95.2, 30.13],
          ],
        ],
        shield: [-95.772, 29.89],
      },
      {
        system: 'texas',
        number: '8',
        name: 'Beltway 8',
        lines: [
          [
            [-95.41, 29.938],
            [-95.29, 29.93],
            [-95.21, 29.87],
            [-95.16, 29.76],
            [-95.165, 29.66],
            [-95.23, 29.6],
            [-95.38, 29.597],
            [-95.5, 29.61],
            [-95.555, 29.66],
            [-95.563, 29.78],
            [-95.558, 29.88],
            [-95.51, 29.935],
            [-95.41, 29.938],
          ],
        ],
        shield: [-95.225, 29.885],
      },
    ],
  },
  austin: {
    west: -98.11,
    east: -97.37,
    south: 30.1,
    north: 30.72,
    counties: ['48021', '48055', '48209', '48453', '48491'],
    downtown: { at: [-97.7431, 30.2672], side: 'left' },
    highways: [
      {
        system: 'interstate',
        number: '35',
        name: 'I-35',
        lines: [
          [
            [-97.65, 30.8],
            [-97.685, 30.63],
            [-97.69, 30.51],
            [-97.67, 30.4],
            [-97.735, 30.265],
            [-97.79, 30.15],
            [-97.86, 30],
          ],
        ],
        shield: [-97.687, 30.57],
      },
      {
        system: 'us',
        number: '183',
        name: 'US-183/183A',
        lines: [
          [
            [-97.87, 30.75],
            [-97.855, 30.6],
            [-97.805, 30.5],
            [-97.785, 30.455],
            [-97.73, 30.37],
            [-97.69, 30.315],
            [-97.675, 30.2],
            [-97.66, 30],
          ],
        ],
        shield: [-97.678, 30.215],
      },
      {
        system: 'us',
        number: '290',
        name: 'US-290',
        lines: [
          [
            [-98.2, 30.19],
            [-97.87, 30.235],
            [-97.765, 30.215],
          ],
          [
            [-97.7, 30.325],
            [-97.56, 30.34],
            [-97.3, 30.36],
          ],
        ],
        shield: [-97.44, 30.35],
      },
      {
        system: 'texas',
        number: '130',
        name: 'TX-130',
        lines: [
          [
            [-97.63, 30.68],
            [-97.585, 30.52],
            [-97.565, 30.43],
            [-97.59, 30.34],
            [-97.615, 30.2],
            [-97.69, 30],
          ],
        ],
        shield: [-97.6, 30.575],
      },
      {
        system: 'texas',
        number: '45',
        name: 'TX-45',
        lines: [
          [
            [-97.8, 30.475],
            [-97.69, 30.482],
            [-97.57, 30.462],
          ],
        ],
        shield: [-97.74, 30.479],
      },
      {
        system: 'texas',
        number: '620',
        name: 'RM-620',
        lines: [
          [
            [-97.7, 30.495],
            [-97.8, 30.465],
            [-97.855, 30.4],
            [-97.98, 30.36],
            [-97.945, 30.31],
          ],
        ],
        shield: [-97.9, 30.386],
      },
    ],
  },
};
