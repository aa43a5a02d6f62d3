import type { Coordinates } from '../../content/service-areas.ts';
import { isWithinOneEdit } from '../../contract/is-within-one-edit.ts';
import { areas } from '../gazetteer/areas.ts';
import { stateNames } from '../gazetteer/states.ts';
import { readTowns, readZipCodes, type ZipCode } from '../gazetteer/tables.ts';
import { measureMiles } from '../position/geometry.ts';
import { normalizeName } from './compare-names.ts';

// Browsers don't run this file. They get only its exports, as data (astro.config.ts).

/** A town at most this far from one of our towns belongs to the nearest area, unless an area lists it. */
const reachMiles = 12;
/** A post office farther than this from all our towns belongs to another town, even if its name is the same. */
const farMiles = 60;

interface AnsweredTown {
  name: string;
  zips: string[];
}

/**
 * Returns our towns and the towns around them, by area and plain name. A ZIP code belongs to its post office's town, so
 * both get the same answer.
 */
function groupTownsByArea(): Map<string, AnsweredTown>[] {
  const townsByArea = areas.map(() => new Map<string, AnsweredTown>());
  for (const [plain, codes] of findPostOffices()) {
    const area = findListedArea(plain) ?? findNearestArea(codes.map(({ at }) => at));
    if (area !== undefined) {
      townsByArea[area]?.set(plain, { name: codes[0]?.place ?? '', zips: codes.map(({ zip }) => zip) });
    }
  }
  for (const [index, { city, towns }] of areas.entries()) {
    for (const name of [city, ...towns.map((town) => town.name)]) {
      const plain = normalizeName(name);
      if (findListedArea(plain) === index) {
        townsByArea[index]?.set(plain, { zips: [], ...townsByArea[index]?.get(plain), name });
      }
    }
  }
  return townsByArea;
}

/** Returns the ZIP codes in the wider neighborhood, by their post office's plain name. */
function findPostOffices(): Map<string, ZipCode[]> {
  const places = areas.flatMap(listPlaces);
  const around = readZipCodes().filter(({ at }) =>
    places.some((place) => measureMiles(place, at) <= farMiles),
  );
  return Map.groupBy(around, ({ place }) => normalizeName(place));
}

/** Returns the area that lists the town. A city wins over a town, and the first area wins over later ones. */
function findListedArea(name: string): number | undefined {
  const byCity = areas.findIndex(({ city }) => normalizeName(city) === name);
  const byTown = areas.findIndex(({ towns }) => towns.some((town) => normalizeName(town.name) === name));
  return [byCity, byTown].find((candidate) => candidate >= 0);
}

/** Returns the nearest area within reach. In a tie, the quicker area wins. */
function findNearestArea(codes: readonly Coordinates[]): number | undefined {
  return areas
    .map((area, index) => ({
      index,
      minutes: area.averageMinutes,
      miles: Math.min(...listPlaces(area).flatMap((place) => codes.map((at) => measureMiles(place, at)))),
    }))
    .filter(({ miles }) => miles <= reachMiles)
    .sort((first, second) => first.miles - second.miles || first.minutes - second.minutes)[0]?.index;
}

const listPlaces = ({ downtown, towns }: (typeof areas)[number]) => [
  downtown.at,
  ...towns.map(({ at }) => at),
];

/** Groups ZIP codes by their first three digits: 77002 and 77003 become "0203" under "770". */
function groupByPrefix(codes: readonly string[]): Record<string, string> {
  const suffixesByPrefix: Record<string, string> = {};
  for (const zip of [...codes].sort()) {
    suffixesByPrefix[zip.slice(0, 3)] = (suffixesByPrefix[zip.slice(0, 3)] ?? '') + zip.slice(3);
  }
  return suffixesByPrefix;
}

const townsByArea = groupTownsByArea();

/** Each area's city, minutes, ZIP codes by their first three digits, and town names. */
export const coverage = areas.map(({ city, averageMinutes }, index) => {
  const towns = [...(townsByArea[index]?.values() ?? [])];
  return {
    city,
    minutes: averageMinutes,
    zips: groupByPrefix(towns.flatMap(({ zips }) => zips)),
    towns: towns
      .map(({ name }) => name)
      .sort()
      .join(';'),
  };
});

/** Plain names of other towns in our states that are one typo away from the name of a town with an answer. */
export const lookalikeTowns = (() => {
  const ourTowns = townsByArea.flatMap((towns) => [...towns.keys()]);
  const inOurStates = ({ state }: { state: string }) => areas.some((area) => area.states.includes(state));
  const towns = readTowns().filter(inOurStates);
  const postOffices = readZipCodes().filter(inOurStates);
  const names = [...towns.map(({ name }) => name), ...postOffices.map(({ place }) => place)];
  const elsewhere = new Set(names.map((name) => normalizeName(name))).difference(new Set(ourTowns));
  return [...elsewhere]
    .filter((name) => ourTowns.some((town) => isWithinOneEdit(town, name)))
    .sort()
    .join(' ');
})();

/** Our states' names and abbreviations in lowercase, which may follow a town. */
export const states = [...new Set(areas.flatMap((area) => area.states))].flatMap((state) => [
  state.toLowerCase(),
  (stateNames[state] ?? '').toLowerCase(),
  ...(state === 'TX' ? ['tejas'] : []),
]);
