import type { ServiceArea } from '../../content/service-areas.ts';
import type { Town } from './geography.ts';

/** Every town of the service areas, at its real position. */
export const towns: Record<ServiceArea['towns'][number], Town> = {
  'The Woodlands': { at: [-95.4613, 30.1658], side: 'left' },
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
