import fc from 'fast-check';
import { expect, test } from 'vitest';
import { interpolate } from '../../content/interpolate.ts';
import { areas } from '../gazetteer/areas.ts';
import { stateNames } from '../gazetteer/states.ts';
import { gazetteerTowns, zipCodes } from '../gazetteer/tables.ts';
import { milesBetween } from '../position/geometry.ts';
import { answers } from './area-table.ts';
import { findArea } from './find-area.ts';
import { plainName } from './plain-name.ts';

/** Every ZIP code that is answered, with its post office's town. */
const answered = answers.flatMap(({ city, zips }) =>
  Object.entries(zips).flatMap(([prefix, endings]) =>
    (endings.match(/../g) ?? []).map((ending) => ({ city, zip: prefix + ending })),
  ),
);
const townOf = new Map(zipCodes().map(({ zip, place }) => [zip, place]));
const cityOf = (typed: string) => {
  const found = findArea(typed);
  return typeof found === 'object' ? found.city : found;
};

test('a ZIP code and its town get the same answer', () => {
  expect(answered.length).toBeGreaterThan(10);
  for (const { city, zip } of answered) {
    expect(cityOf(zip), zip).toBe(city);
    expect(cityOf(townOf.get(zip) ?? ''), `${zip} ${townOf.get(zip)}`).toBe(city);
  }
});

test('every listed town and city is in its own area, with or without its state', () => {
  for (const { city, state, towns } of areas) {
    for (const name of [city, `Downtown ${city}`, ...towns.map((town) => town.name)]) {
      expect(cityOf(name), name).toBe(city);
      expect(cityOf(`${name}, ${state}`), name).toBe(city);
    }
  }
});

test('a name with one letter wrong, missing, doubled or swapped is understood, or we say call and ask', () => {
  const names = answers.flatMap(({ city, towns }) =>
    towns.split(';').map((name) => ({ city, name: plainName(name) })),
  );
  const slip = fc
    .record({ town: fc.constantFrom(...names), at: fc.nat(), kind: fc.constantFrom(...slips) })
    .filter(({ town }) => town.name.length > 5);
  let understood = 0;
  fc.assert(
    fc.property(slip, ({ town: { city, name }, at, kind }) => {
      const found = cityOf(kind(name, at % (name.length - 1)));
      if (found !== undefined) expect(found).toBe(city);
      understood += found === city ? 1 : 0;
    }),
    { numRuns: 2_000 },
  );
  expect(understood).toBeGreaterThan(1_900);
});

const slips = [
  (name: string, at: number) => name.slice(0, at) + name.slice(at + 1),
  (name: string, at: number) => name.slice(0, at) + name[at] + name.slice(at),
  (name: string, at: number) => `${name.slice(0, at)}x${name.slice(at + 1)}`,
  (name: string, at: number) => name.slice(0, at) + name[at + 1] + name[at] + name.slice(at + 2),
];

test('a town elsewhere in our states is never taken for one of ours', () => {
  const states = areas.map(({ state }) => state);
  const listed = new Set(answers.flatMap(({ towns }) => towns.split(';').map((name) => plainName(name))));
  const places = areas.flatMap(({ downtown, towns }) => [downtown, ...towns]);
  const elsewhere = gazetteerTowns().filter(
    ({ state, name, at }) =>
      states.includes(state) &&
      !listed.has(plainName(name)) &&
      places.every((place) => milesBetween(place.at, at) > 30),
  );
  expect(elsewhere.length).toBeGreaterThan(10);
  expect(elsewhere.filter(({ name }) => findArea(name) !== undefined)).toEqual([]);
});

test.each([
  '{zip}',
  '{zip}.',
  '{zip} {state}',
  '{state} {zip}',
  '{zip}-1234',
  '{zip}1234',
  '\u202a{zip}\u202c',
  '{zip}\u200b',
  'zip {zip}',
  '{city} {zip}',
  '{city}, {state}, {zip}-1234',
  '12345 Main Street, {city}, {state} {zip}',
  '12345 Main Street, {city}, {state}',
  '{city}',
  '{city}, {state}',
  '{city} ({state})',
  '{city} {state} USA',
  '{city}, {state}, EE. UU.',
  '{city}, {stateName}, U.S.A.',
  '{city} area',
  '{city} metro',
  'near {city}',
  'cerca de {city}',
  'I-10 {city}',
])('"%s" is found, whatever stands around it', (typed) => {
  for (const { city, state } of areas) {
    const zip = answered.find((one) => one.city === city)?.zip ?? '';
    const stateName = stateNames[state] ?? '';
    expect(cityOf(interpolate(typed, { city, state, stateName, zip })), city).toBe(city);
  }
});

test('digits of any width are digits', () => {
  const wide = (zip: string) =>
    zip.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
  for (const { city, zip } of answered) expect(cityOf(wide(zip)), zip).toBe(city);
});

test('a town of another state, or a ZIP code that is not ours, is not ours', () => {
  for (const { city } of areas) {
    for (const typed of [`${city}, MN`, `${city} Minnesota`, `${city}, ZZ 99950`]) {
      expect(findArea(typed), typed).toBeUndefined();
    }
  }
});

test('a letter off, the town is asked for by its name', () => {
  for (const { name } of areas.flatMap(({ towns }) => towns)) {
    const doubled = name.replace(/(\w)(?=\w$)/, '$1$1');
    const found = findArea(doubled);
    if (typeof found === 'object') expect(found.guess, doubled).toBe(name);
  }
});

test.each(['7', '77', '7700', ' 770 '])('of "%s" we ask for all five digits', (typed) => {
  expect(findArea(typed)).toBe('unfinished');
});

test.each(['00000', '99999', '123456', '1234567890', 'Loop', '', '  ', ','])(
  'of "%s" we say call and ask',
  (typed) => {
    expect(findArea(typed)).toBeUndefined();
  },
);
