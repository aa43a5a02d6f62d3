import type { ServiceArea } from '../../content/service-areas.ts';
import { type Area, resolveArea } from '../../site/gazetteer/resolve-area.ts';

/** The two areas that have maps drawn by hand. */
const handDrawn: readonly ServiceArea[] = [
  {
    state: 'TX',
    city: 'Houston',
    averageMinutes: 45,
    downtown: { at: [-95.3698, 29.7604], nameSide: 'right' },
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

/** Areas of other businesses: a large one, one in two states, one on a coast, one in the mountains. */
const others: readonly ServiceArea[] = [
  {
    state: 'TX',
    city: 'Dallas',
    averageMinutes: 40,
    towns: ['Plano', 'Garland', 'Irving', 'Mesquite', 'Richardson', 'Frisco', 'McKinney', 'Carrollton'],
  },
  {
    state: 'TX',
    city: 'Fort Worth',
    averageMinutes: 35,
    towns: [
      'Arlington',
      'Grand Prairie',
      'Keller',
      'Burleson',
      'North Richland Hills',
      'Mansfield',
      'Euless',
    ],
  },
  { state: 'TX', city: 'Waco', averageMinutes: 45, towns: ['Hewitt', 'Temple', 'Killeen', 'Hillsboro'] },
  {
    state: 'CA',
    city: 'Fresno',
    averageMinutes: 40,
    towns: ['Clovis', 'Madera', 'Selma', 'Sanger', 'Kerman'],
  },
  {
    state: 'MO',
    city: 'Kansas City',
    averageMinutes: 30,
    towns: ['Overland Park', 'Olathe', 'Independence', 'Liberty'],
  },
  { state: 'CO', city: 'Leadville', averageMinutes: 60, towns: ['Buena Vista', 'Fairplay'], map: false },
  { state: 'FL', city: 'Tampa', averageMinutes: 45, towns: ['St. Petersburg', 'Clearwater', 'Brandon'] },
  { state: 'TX', city: 'El Paso', averageMinutes: 45, towns: ['Socorro', 'Horizon City'] },
];

function resolved(area: ServiceArea): Area {
  const found = resolveArea(area).area;
  if (!found) throw new Error(resolveArea(area).errors.join('\n'));
  return found;
}

export const handDrawnAreas = handDrawn.map(resolved);
export const otherAreas = others.map(resolved);
