import { expect, test, vi } from 'vitest';
import type { Coordinates } from '../../content/service-areas.ts';
import { words } from '../../content/words/index.ts';
import { describePosition, usableFix } from './describe-position.ts';
import { farthestMiles, nearestTown } from './nearest-town.ts';

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

test('a position that nobody drives to is far, and a long drive is not', () => {
  for (const [place, at] of Object.entries({
    Dallas: [-96.8, 32.78],
    Laredo: [-99.5, 27.5],
    Brownsville: [-97.49, 25.93],
  })) {
    expect(nearestTown(at as unknown as Coordinates).miles, place).toBeLessThan(farthestMiles);
  }
  for (const at of [
    [0, 0],
    [-122.4, 37.8],
    [-97.52, 35.47],
  ] as const) {
    expect(nearestTown(at).miles).toBeGreaterThan(farthestMiles);
  }
});

test.each([
  ['nothing', undefined],
  ['null', null],
  ['no place', { accuracyMeters: 12, time: 1 }],
  ['a place in text', { latitude: '29.8', longitude: '-95.3' }],
  ['a latitude beyond the pole', { latitude: 91, longitude: 0 }],
  ['a longitude that is no number', { latitude: 29.8, longitude: Number.NaN }],
])('%s is no position', (_, part) => {
  expect(usableFix(part)).toBeUndefined();
});

test('what cannot be used of a position is left out', () => {
  const place = { latitude: 29.8, longitude: -95.3 };
  for (const bad of [null, undefined, Number.NaN, Infinity, -1, '12', new Date()]) {
    expect(usableFix({ ...place, accuracyMeters: bad, time: bad === -1 ? undefined : bad })).toEqual(place);
  }
  expect(usableFix({ ...place, accuracyMeters: 12, time: 1, more: true })).toEqual({
    ...place,
    accuracyMeters: 12,
    time: 1,
  });
});
