import { expect, test, vi } from 'vitest';
import { words } from '../../content/words/index.ts';
import { describePosition, parsePosition } from './describe-position.ts';

vi.mock('../../content/service-areas.ts', async () => ({
  serviceAreas: (await import('../../tests/support/example-facts.ts')).houstonAndAustin,
}));

test.each([
  { where: '4.0 miles north of Katy', latitude: 29.8437, longitude: -95.8245 },
  { where: '2.2 miles northwest of downtown Austin', latitude: 30.29, longitude: -97.77 },
  { where: 'Near Round Rock', latitude: 30.5083, longitude: -97.6789 },
])('a position is described as "$where"', ({ where, latitude, longitude }) => {
  expect(describePosition({ latitude, longitude }, 'en', words.en.extras.position).where).toBe(where);
});

test('a position is described in both languages', () => {
  const time = Date.UTC(2026, 0, 5, 9, 12);
  const position = { latitude: 29.8437, longitude: -95.8245, accuracyMeters: 12, time };
  const { en, es } = words;
  expect(describePosition(position, 'en', en.extras.position)).toMatchObject({
    coordinates: '29.84370, -95.82450',
    accuracy: 'accurate to about 40 ft',
    map: 'https://maps.google.com/?q=29.84370,-95.82450',
  });
  expect(describePosition(position, 'es', es.extras.position).where).toBe('A 4.0 millas al norte de Katy');
  const far = { ...position, accuracyMeters: 1_000 };
  expect(describePosition(far, 'en', en.extras.position).accuracy).toBe('accurate to about 3,290 ft');
});

test.each([
  { what: 'Brownsville', longitude: -97.49, latitude: 25.93, isInDoubt: false },
  { what: 'Dallas', longitude: -96.8, latitude: 32.78, isInDoubt: false },
  { what: 'the Gulf of Guinea', longitude: 0, latitude: 0, isInDoubt: true },
  { what: 'Oklahoma City', longitude: -97.52, latitude: 35.47, isInDoubt: true },
])('a position in $what is questioned only if it is implausible', ({ longitude, latitude, isInDoubt }) => {
  const { position } = words.en.extras;
  const { where, coordinates } = describePosition({ latitude, longitude }, 'en', position);
  expect(where.endsWith(`. ${position.outside}`)).toBe(isInDoubt);
  expect(coordinates).toBe(`${latitude.toFixed(5)}, ${longitude.toFixed(5)}`);
});

const place = { latitude: 29.8, longitude: -95.3 };

test.each([
  { what: 'nothing', part: undefined, usable: undefined },
  { what: 'null', part: null, usable: undefined },
  { what: 'no coordinates', part: { accuracyMeters: 12, time: 1 }, usable: undefined },
  { what: 'coordinates as text', part: { latitude: '29.8', longitude: '-95.3' }, usable: undefined },
  { what: 'a latitude beyond the pole', part: { latitude: 91, longitude: 0 }, usable: undefined },
  { what: 'a longitude of NaN', part: { latitude: 29.8, longitude: Number.NaN }, usable: undefined },
  { what: 'an accuracy of null', part: { ...place, accuracyMeters: null, time: null }, usable: place },
  {
    what: 'an infinite accuracy',
    part: { ...place, accuracyMeters: Infinity, time: Infinity },
    usable: place,
  },
  { what: 'a negative accuracy', part: { ...place, accuracyMeters: -1, time: '12' }, usable: place },
  {
    what: 'an additional property',
    part: { ...place, accuracyMeters: 12, time: 1, more: true },
    usable: { ...place, accuracyMeters: 12, time: 1 },
  },
])('parsing $what keeps only the usable parts', ({ part, usable }) => {
  expect(parsePosition(part)).toEqual(usable);
});
