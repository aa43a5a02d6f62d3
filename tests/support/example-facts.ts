import { defaultLanguage, type Language, languages } from '../../content/languages.ts';
import type { ServiceArea } from '../../content/service-areas.ts';

/** Two areas with maps, for tests that depend on their places. */
export const houstonAndAustin: readonly ServiceArea[] = [
  {
    state: 'TX',
    city: 'Houston',
    averageMinutes: 45,
    downtown: { at: [-95.3655, 29.7525], nameSide: 'right' },
    towns: ['The Woodlands', { name: 'Katy', at: [-95.8245, 29.7858] }, 'Sugar Land'],
  },
  {
    state: 'TX',
    city: 'Austin',
    averageMinutes: 50,
    towns: [{ name: 'Round Rock', at: [-97.6789, 30.5083] }, 'Cedar Park', 'Georgetown'],
  },
];

/** The site's second language, or its only language. */
export const otherLanguage = (Object.keys(languages)[1] ?? defaultLanguage) as Language;
