import { expect, test } from 'vitest';
import { interpolate } from '../../content/interpolate.ts';
import { areas } from '../gazetteer/areas.ts';
import { stateNames } from '../gazetteer/states.ts';
import { readTowns, readZipCodes } from '../gazetteer/tables.ts';
import { measureMiles } from '../position/geometry.ts';
import { coverage } from './area-table.ts';
import { normalizeName } from './compare-names.ts';
import { findArea } from './find-area.ts';

/** Every ZIP code with an answer. */
const answeredZips = coverage.flatMap(({ city, zips }) =>
  Object.entries(zips).flatMap(([prefix, endings]) =>
    (endings.match(/../g) ?? []).map((ending) => ({ city, zip: prefix + ending })),
  ),
);
const answeredTowns = coverage.flatMap(({ city, towns }) => towns.split(';').map((name) => ({ city, name })));
const findCity = (typed: string) => {
  const found = findArea(typed);
  return typeof found === 'object' ? found.city : found;
};

test('every ZIP code, town, and city is found in its own area', () => {
  const townOf = new Map(readZipCodes().map(({ zip, place }) => [zip, place]));
  expect(answeredZips.length).toBeGreaterThan(areas.length);
  for (const { city, zip } of answeredZips) {
    const wide = zip.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
    for (const typed of [zip, wide, townOf.get(zip) ?? '']) {
      expect(findCity(typed), typed).toBe(city);
    }
  }
  for (const { city, state, towns } of areas) {
    for (const name of [city, `Downtown ${city}`, ...towns.map((town) => town.name)]) {
      const copied = `${name.slice(0, 2)}\u00ad${name.slice(2)}`;
      for (const typed of [name, copied, `${name}, ${state}`]) {
        expect(findCity(typed), typed).toBe(city);
      }
    }
  }
});

const typos = [
  (name: string, at: number) => name.slice(0, at) + name.slice(at + 1),
  (name: string, at: number) => name.slice(0, at) + name[at] + name.slice(at),
  (name: string, at: number) => `${name.slice(0, at)}x${name.slice(at + 1)}`,
  (name: string, at: number) => name.slice(0, at) + name[at + 1] + name[at] + name.slice(at + 2),
];

test('a misspelled name suggests the correct name', () => {
  const long = answeredTowns.filter(({ name }) => normalizeName(name).length > 5);
  let foundCount = 0;
  for (const { city, name } of long) {
    for (const makeTypo of typos) {
      const found = findArea(makeTypo(normalizeName(name), 2));
      if (typeof found !== 'object') {
        continue;
      }
      expect(found.city).toBe(city);
      // Swapping two equal letters is not a typo.
      if (found.guess) {
        expect(found.guess).toBe(name);
      }
      foundCount += 1;
    }
  }
  expect(foundCount).toBeGreaterThan(long.length * typos.length * 0.95);
});

test('a distant town in our states is never mistaken for one of ours', () => {
  const states = areas.map(({ state }) => state);
  const ourTowns = new Set(answeredTowns.map(({ name }) => normalizeName(name)));
  const places = areas.flatMap(({ downtown, towns }) => [downtown, ...towns]);
  const elsewhere = readTowns().filter(
    ({ state, name, at }) =>
      states.includes(state) &&
      !ourTowns.has(normalizeName(name)) &&
      places.every((place) => measureMiles(place.at, at) > 30),
  );
  expect(elsewhere.length).toBeGreaterThan(10);
  expect(elsewhere.filter(({ name }) => findArea(name) !== undefined)).toEqual([]);
});

test.each([
  ...['{zip}', '{zip}.', '{zip} {state}', '{state} {zip}', '{zip}-1234', 'zip {zip}'],
  ...['\u202a{zip}\u202c', '{zip}\u200b', '{city} {zip}', '{city}, {state}, {zip}-1234'],
  ...['12345 Main Street, {city}, {state} {zip}', '12345 Main Street, {city}, {state}'],
  ...['{city} ({state})', '{city}, {state}, EE. UU.', '{city}, {stateName}, U.S.A.', '{city} metro'],
  ...['cerca de {city}', 'estoy en la carretera 290 cerca de {city}', 'Área de {city}', 'zona {city}'],
  ...['en el centro de {city}', 'Centro {city}', 'ando en la 10 por {city}', 'salida 743 {city}'],
  ...['I-10 {city}', 'I’m in {city}', '{city}–{state}?', '{city} [{state}] 🚛'],
])('the area is found in "%s"', (typed) => {
  for (const { city, state } of areas) {
    const zip = answeredZips.find((entry) => entry.city === city)?.zip ?? '';
    const stateName = stateNames[state] ?? '';
    expect(findCity(interpolate(typed, { city, state, stateName, zip })), city).toBe(city);
  }
});

test.each(['7', '77', '7700', ' 770 '])('"%s" is an unfinished ZIP code', (typed) => {
  expect(findArea(typed)).toBe('unfinished');
});

test.each([
  ...['00000', '99999', '123456', '1234567890', 'Loop', '', '  ', ','],
  ...areas.flatMap(({ city }) => [`${city}, MN`, `${city} Minnesota`, `${city}, ZZ 99950`]),
])('no area is found in "%s"', (typed) => {
  expect(findArea(typed)).toBeUndefined();
});

test.runIf(areas.some(({ state }) => state === 'TX'))('the state may be called Tejas', () => {
  const city = areas.find(({ state }) => state === 'TX')?.city;
  expect(findCity(`${city}, Tejas`)).toBe(city);
});

test('a long text, which would need quadratic time, is not searched for a town', () => {
  for (const { city, state } of areas) {
    expect(findCity(`${city}${` ${state}`.repeat(30)}`)).toBe(city);
    expect(findArea(`${city}${` ${state}`.repeat(100)}`)).toBeUndefined();
  }
});
