import type { ServiceArea } from '../../content/service-areas.ts';
import { type Area, resolveArea } from '../../site/gazetteer/resolve-area.ts';

/** The two areas that have maps drawn by hand and surveyed roads: tests that stand on them bring them. */
export const houstonAndAustin: readonly ServiceArea[] = [
  {
    state: 'TX',
    city: 'Houston',
    averageMinutes: 45,
    downtown: { at: [-95.3655, 29.7525], nameSide: 'right' },
    towns: [
      'The Woodlands',
      { name: 'Katy', at: [-95.8245, 29.7858] },
      'Sugar Land',
      'Pearland',
      'Cypress',
      'Spring',
      'Humble',
    ],
  },
  {
    state: 'TX',
    city: 'Austin',
    averageMinutes: 50,
    towns: [
      { name: 'Round Rock', at: [-97.6789, 30.5083] },
      'Cedar Park',
      'Georgetown',
      'Pflugerville',
      'Leander',
      'Manor',
      'Lakeway',
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

export const handDrawnAreas = houstonAndAustin.map(resolved);
export const otherAreas = others.map(resolved);
