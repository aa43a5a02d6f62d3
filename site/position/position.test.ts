import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { feature } from 'topojson-client';
import { expect, test, vi } from 'vitest';
import type { Coordinates } from '../../content/service-areas.ts';
import { words } from '../../content/words/index.ts';
import { makeRoads } from '../../lab/geo/make-tables.ts';
import { surveyedRoads } from '../gazetteer/surveyed-roads.ts';
import { describePosition } from './describe-position.ts';
import { highways } from './highways.ts';
import { isInOurStates } from './in-our-states.ts';
import { matchHighway } from './match-highway.ts';
import { nearestTown } from './nearest-town.ts';
import { roadNames } from './roads.ts';

vi.mock('../../content/service-areas.ts', async () => ({
  serviceAreas: (await import('../../tests/support/example-areas.ts')).houstonAndAustin,
}));

/** On I-45 between the North Loop and Crosstimbers, with no other mapped road nearby. */
const onI45: Coordinates = [-95.3767, 29.8195];

test('the table of surveyed roads matches its sources', () => {
  expect(surveyedRoads).toEqual(makeRoads());
});

test.each([
  ['4 miles north of Katy', [-95.8245, 29.8437], { name: 'Katy', compass: 0 }],
  ['northwest of downtown Austin', [-97.77, 30.29], { city: 'Austin', compass: 7 }],
  ['at Round Rock', [-97.6789, 30.5083], { name: 'Round Rock', miles: 0 }],
] as const)('finds the nearest town %s', (_, at, expected) => {
  expect(nearestTown(at)).toMatchObject(expected);
});

test('describes a position in both languages', () => {
  const fix = {
    latitude: 29.8437,
    longitude: -95.8245,
    accuracyMeters: 12,
    time: Date.UTC(2026, 0, 5, 9, 12),
  };
  const { position } = words.en.roadside;
  expect(describePosition(fix, 'en', position)).toMatchObject({
    where: '4.0 miles north of Katy',
    coordinates: '29.84370, -95.82450',
    accuracy: 'within 40 feet',
    map: 'https://maps.google.com/?q=29.84370,-95.82450',
  });
  expect(describePosition(fix, 'es', words.es.roadside.position).where).toBe('A 4.0 millas al norte de Katy');
  expect(describePosition({ ...fix, accuracyMeters: 1_000 }, 'en', position).accuracy).toBe(
    'rough, within 3,290 feet',
  );
});

test('matches a highway only with an accurate position and no other road nearby', () => {
  expect(matchHighway(onI45, 20)).toBe('I-45');
  expect(matchHighway(onI45, 151)).toBeUndefined();
  // Farther from the freeway than the combined error of source and position.
  expect(matchHighway([onI45[0] + 0.004, onI45[1]], 20)).toBeUndefined();
  // The interchange of I-45 and I-10 downtown.
  expect(matchHighway([-95.366, 29.77], 20)).toBeUndefined();
  // The coarse half of I-45, near Conroe: half a kilometer is the most that the line is usually off.
  expect(matchHighway([-95.4561, 30.2045], 20)).toBe('I-45');
  expect(matchHighway([-95.4641, 30.2124], 20)).toBeUndefined();
  // No road at all.
  expect(matchHighway([-96.5, 30.5], 20)).toBeUndefined();
});

test('suggests only highways that are on the map', () => {
  expect(highways.filter((name) => !roadNames.includes(name))).toEqual([]);
});

test('distinguishes Texas from its neighbors', () => {
  const atlas = JSON.parse(
    readFileSync(createRequire(import.meta.url).resolve('us-atlas/counties-10m.json'), 'utf8'),
  );
  const { features } = feature(atlas, atlas.objects.counties) as unknown as {
    features: { id: string; geometry: { type: string; coordinates: Coordinates[][] & Coordinates[][][] } }[];
  };
  const texas = features.filter(({ id }) => id.startsWith('48'));
  expect(texas).toHaveLength(254);
  for (const { id, geometry } of texas) {
    const rings = geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat();
    for (const corner of rings.flat() as unknown as Coordinates[])
      expect(isInOurStates(corner), id).toBe(true);
  }
  const outside: Record<string, Coordinates> = {
    Shreveport: [-93.75, 32.51],
    'Lake Charles': [-93.22, 30.23],
    'Oklahoma City': [-97.52, 35.47],
    'Las Cruces': [-106.78, 32.32],
    Roswell: [-104.52, 33.39],
    Monterrey: [-100.31, 25.69],
    Chihuahua: [-106.09, 28.63],
    'Baton Rouge': [-91.15, 30.45],
  };
  for (const [place, at] of Object.entries(outside)) expect(isInOurStates(at), place).toBe(false);
});
