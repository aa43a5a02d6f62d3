import { expect, test, vi } from 'vitest';
import { words } from '../../content/words/index.ts';
import { describePosition, parseFix } from './describe-position.ts';

vi.mock('../../content/service-areas.ts', async () => ({
  serviceAreas: (await import('../../tests/support/example-facts.ts')).houstonAndAustin,
}));

test.each([
  ['4.0 miles north of Katy', 29.8437, -95.8245],
  ['2.2 miles northwest of downtown Austin', 30.29, -97.77],
  ['Near Round Rock', 30.5083, -97.6789],
])('a position is described as "%s"', (where, latitude, longitude) => {
  expect(describePosition({ latitude, longitude }, 'en', words.en.roadside.position).where).toBe(where);
});

test('a position is described in both languages', () => {
  const time = Date.UTC(2026, 0, 5, 9, 12);
  const fix = { latitude: 29.8437, longitude: -95.8245, accuracyMeters: 12, time };
  const { position } = words.en.roadside;
  expect(describePosition(fix, 'en', position)).toMatchObject({
    coordinates: '29.84370, -95.82450',
    accuracy: 'accurate to about 40 ft',
    map: 'https://maps.google.com/?q=29.84370,-95.82450',
  });
  expect(describePosition(fix, 'es', words.es.roadside.position).where).toBe('A 4.0 millas al norte de Katy');
  const far = { ...fix, accuracyMeters: 1_000 };
  expect(describePosition(far, 'en', position).accuracy).toBe('accurate to about 3,290 ft');
});

test.each([
  ['Brownsville', -97.49, 25.93, false],
  ['Dallas', -96.8, 32.78, false],
  ['the Gulf of Guinea', 0, 0, true],
  ['Oklahoma City', -97.52, 35.47, true],
])('a position in %s is questioned only if it is implausible', (_, longitude, latitude, isInDoubt) => {
  const { position } = words.en.roadside;
  const { where, coordinates } = describePosition({ latitude, longitude }, 'en', position);
  expect(where.endsWith(`. ${position.outside}`)).toBe(isInDoubt);
  expect(coordinates).toBe(`${latitude.toFixed(5)}, ${longitude.toFixed(5)}`);
});

const place = { latitude: 29.8, longitude: -95.3 };

test.each([
  ['nothing', undefined, undefined],
  ['null', null, undefined],
  ['no coordinates', { accuracyMeters: 12, time: 1 }, undefined],
  ['coordinates as text', { latitude: '29.8', longitude: '-95.3' }, undefined],
  ['a latitude beyond the pole', { latitude: 91, longitude: 0 }, undefined],
  ['a longitude of NaN', { latitude: 29.8, longitude: Number.NaN }, undefined],
  ['an accuracy of null', { ...place, accuracyMeters: null, time: null }, place],
  ['an infinite accuracy', { ...place, accuracyMeters: Infinity, time: Infinity }, place],
  ['a negative accuracy', { ...place, accuracyMeters: -1, time: '12' }, place],
  [
    'an additional property',
    { ...place, accuracyMeters: 12, time: 1, more: true },
    { ...place, accuracyMeters: 12, time: 1 },
  ],
])('parsing %s keeps only the usable parts', (_, part, usable) => {
  expect(parseFix(part)).toEqual(usable);
});
