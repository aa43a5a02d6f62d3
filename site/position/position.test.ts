import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { feature } from 'topojson-client';
import { expect, test, vi } from 'vitest';
import type { Coordinates } from '../../content/service-areas.ts';
import { words } from '../../content/words/index.ts';
import { describePosition } from './describe-position.ts';
import { isInOurStates } from './in-our-states.ts';
import { nearestTown } from './nearest-town.ts';

vi.mock('../../content/service-areas.ts', async () => ({
  serviceAreas: (await import('../../tests/support/example-areas.ts')).houstonAndAustin,
}));

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
    accuracy: 'accurate to about 40 ft',
    map: 'https://maps.google.com/?q=29.84370,-95.82450',
  });
  expect(describePosition(fix, 'es', words.es.roadside.position).where).toBe('A 4.0 millas al norte de Katy');
  expect(describePosition({ ...fix, accuracyMeters: 1_000 }, 'en', position).accuracy).toBe(
    'accurate to about 3,290 ft',
  );
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
