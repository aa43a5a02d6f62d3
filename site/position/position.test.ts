import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { feature } from 'topojson-client';
import { expect, test } from 'vitest';
import type { Coordinates } from '../../content/service-areas.ts';
import { words } from '../../content/words/index.ts';
import { makeRoads, makeZipCodes } from '../../lab/geo/make-tables.ts';
import { findArea } from '../area-check/find-area.ts';
import { zipCodes } from '../area-check/zip-codes.ts';
import { describePosition } from './describe-position.ts';
import { highways } from './highways.ts';
import { matchHighway } from './match-highway.ts';
import { nearestTown } from './nearest-town.ts';
import { roadNames, roads } from './roads.ts';
import { isInTexas } from './texas.ts';

/** On I-45 between the North Loop and Crosstimbers, with no other mapped road nearby. */
const onI45: Coordinates = [-95.3767, 29.8195];

test('the tables match the sources', () => {
  expect({ names: roadNames, roads }).toEqual(makeRoads());
  expect(zipCodes).toEqual(makeZipCodes());
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

test('matches a highway only with a fine source, an accurate position and no other road nearby', () => {
  expect(matchHighway(onI45, 20)).toBe('I-45');
  expect(matchHighway(onI45, 151)).toBeUndefined();
  // Farther from the freeway than the combined error of source and position.
  expect(matchHighway([onI45[0] + 0.004, onI45[1]], 20)).toBeUndefined();
  // The interchange of I-45 and I-10 downtown.
  expect(matchHighway([-95.366, 29.77], 20)).toBeUndefined();
  // The coarse half of I-45, near Conroe, and no road at all.
  expect(matchHighway([-95.4641, 30.2124], 20)).toBeUndefined();
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
    for (const corner of rings.flat() as unknown as Coordinates[]) expect(isInTexas(corner), id).toBe(true);
  }
  const outside: Record<string, Coordinates> = {
    Shreveport: [-93.75, 32.51],
    'Lake Charles': [-93.22, 30.23],
    'Oklahoma City': [-97.52, 35.47],
    'Las Cruces': [-106.78, 32.32],
    Hobbs: [-103.14, 32.7],
    Monterrey: [-100.31, 25.69],
    Chihuahua: [-106.09, 28.63],
    'Baton Rouge': [-91.15, 30.45],
  };
  for (const [place, at] of Object.entries(outside)) expect(isInTexas(at), place).toBe(false);
});

test.each([
  ['77002', 'houston'],
  ['77381-1234', 'houston'],
  [' 78701 ', 'austin'],
  ['katy', 'houston'],
  ['The Woodlands, TX', 'houston'],
  ['woodlands', 'houston'],
  ['Downtown Austin', 'austin'],
  ['centro de Houston', 'houston'],
] as const)('%s is in the %s area', (typed, area) => {
  expect(findArea(typed)?.id).toBe(area);
});

test.each(['77001', '73301', '75201', '99999', '7700', 'Dallas', 'Loop', ''])(
  'of "%s" we say call and ask',
  (typed) => expect(findArea(typed)).toBeUndefined(),
);
