import type { Answers } from '../../owner/answers.ts';

export interface Business {
  id: string;
  answers: Partial<Answers>;
  /** Services that the example has not, by id and icon. */
  newServices: Record<string, { icon: string; title: string; titleSpanish: string }>;
  /** Those of the example that it leaves out. */
  without: string[];
  logo?: string;
  /** What a visitor types, and the city that answers; null where it is "call and ask". */
  asked: Record<string, string | null>;
}

/** Three firms that the example has nothing in common with. */
export const businesses: readonly Business[] = [
  {
    id: 'cross-timbers',
    answers: {
      name: 'Cross Timbers Fleet Repair',
      phone: '(817) 555-0163',
      email: 'dispatch@crosstimbersfleet.com',
      phoneLanguages: ['en', 'es'],
      areas: [
        {
          state: 'TX',
          city: 'Dallas',
          averageMinutes: 40,
          towns: ['Plano', 'Garland', 'Irving', 'Mesquite', 'Richardson', 'Frisco'],
        },
        {
          state: 'TX',
          city: 'Fort Worth',
          averageMinutes: 35,
          towns: ['Arlington', 'Keller', 'Burleson', 'Mansfield'],
        },
        { state: 'TX', city: 'Waco', averageMinutes: 55, towns: ['Hewitt', 'Temple', 'Killeen'] },
      ],
      claims: { yearsOfExperience: 42, clients: 230, hoursSaved: '' },
      agency: { name: '', url: '' },
      color: '#1f4e8c',
      siteUrl: 'https://www.crosstimbersfleet.com',
    },
    newServices: {
      trailer: { icon: 'trailer', title: 'Trailer Repair', titleSpanish: 'Reparación de tráileres' },
    },
    without: [],
    asked: {
      75201: 'Dallas',
      75074: 'Dallas',
      75040: 'Dallas',
      76102: 'Fort Worth',
      76010: 'Fort Worth',
      76028: 'Fort Worth',
      76701: 'Waco',
      76501: 'Waco',
      77002: null,
      78701: null,
      Dallas: 'Dallas',
      Plano: 'Dallas',
      'Mesquite, TX': 'Dallas',
      'Ft. Worth': 'Fort Worth',
      Arlington: 'Fort Worth',
      Manfield: 'Fort Worth',
      Waco: 'Waco',
      killeen: 'Waco',
      Houston: null,
      Austin: null,
    },
  },
  {
    id: 'sierra-vista',
    answers: {
      name: 'Sierra Vista Truck Service',
      phone: '559-555-0118',
      email: 'service@sierravistatruck.com',
      phoneLanguages: ['en'],
      areas: [
        {
          state: 'CA',
          city: 'Fresno',
          averageMinutes: 38,
          towns: ['Clovis', 'Madera', 'Selma', 'Sanger', 'Kerman'],
        },
      ],
      timeZone: 'America/Los_Angeles',
      claims: { yearsOfExperience: 25, clients: 150, hoursSaved: 3200 },
      agency: { name: 'Fulton Mall Web', url: 'https://fultonmallweb.com/' },
      color: '#7a1f1f',
      siteUrl: 'https://sierravistatruck.com',
    },
    newServices: {},
    without: [],
    asked: {
      93701: 'Fresno',
      93720: 'Fresno',
      93612: 'Fresno',
      93637: 'Fresno',
      93662: 'Fresno',
      93657: 'Fresno',
      93630: 'Fresno',
      90001: null,
      94103: null,
      77002: null,
      Fresno: 'Fresno',
      Clovis: 'Fresno',
      'Madera, California': 'Fresno',
      selma: 'Fresno',
      Sanger: 'Fresno',
      Kerman: 'Fresno',
      'Downtown Fresno': 'Fresno',
      'Los Angeles': null,
      Oakland: null,
      Houston: null,
    },
  },
  {
    id: 'mosquito-range',
    answers: {
      name: 'Mosquito Range Repair',
      phone: '719.555.0172',
      email: 'help@mosquitorange.com',
      phoneLanguages: ['en'],
      areas: [
        {
          state: 'CO',
          city: 'Leadville',
          averageMinutes: 75,
          towns: ['Buena Vista', 'Fairplay'],
          map: false,
        },
      ],
      timeZone: 'America/Denver',
      claims: { yearsOfExperience: 18, clients: '', hoursSaved: '' },
      agency: { name: '', url: '' },
      color: '#4a3b76',
      siteUrl: 'https://mosquitorange.com',
    },
    newServices: {},
    without: ['construction', 'diagnostic', 'preventive'],
    logo: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40"><path fill="#fff" d="M2 38 22 6l10 14 6-8 20 26Z"/></svg>',
    asked: {
      80461: 'Leadville',
      81211: 'Leadville',
      80440: 'Leadville',
      80432: 'Leadville',
      80202: null,
      80903: null,
      81501: null,
      80302: null,
      81001: null,
      77002: null,
      Leadville: 'Leadville',
      'Buena Vista': 'Leadville',
      'fairplay, co': 'Leadville',
      Leadvile: 'Leadville',
      'Buena Vista, Colorado': 'Leadville',
      Denver: null,
      Pueblo: null,
      'Grand Junction': null,
      Houston: null,
      Austin: null,
    },
  },
];
