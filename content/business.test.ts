import { expect, test } from 'vitest';
import { business } from './business.ts';
import { gallery } from './gallery/index.ts';
import { serviceAreas } from './service-areas.ts';

// The constants of the specification (section 9), written out again on purpose.

test('the claims and the year are those of the specification', () => {
  expect(business.claims).toEqual({ yearsOfExperience: 100, clients: 500, hoursSaved: 1000 });
  expect(business.copyrightYear).toBe(2025);
});

test('the areas, their minutes and their towns are those of the specification', () => {
  expect(serviceAreas).toEqual([
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
  ]);
});

test('the gallery has six items', () => {
  expect(gallery).toHaveLength(6);
});
