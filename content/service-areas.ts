/**
 * Where the business works. `averageMinutes` is the average response time, never a promise.
 * Each area's list of towns begins with its downtown, which is named from `city`.
 */
export const serviceAreas = [
  {
    id: 'houston',
    city: 'Houston',
    averageMinutes: 45,
    towns: ['The Woodlands', 'Katy', 'Sugar Land', 'Pearland', 'Cypress', 'Spring', 'Humble'],
  },
  {
    id: 'austin',
    city: 'Austin',
    averageMinutes: 50,
    towns: ['Round Rock', 'Cedar Park', 'Georgetown', 'Pflugerville', 'Leander', 'Manor', 'Lakeway'],
  },
] as const;

export type ServiceArea = (typeof serviceAreas)[number];
