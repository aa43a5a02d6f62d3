import type { Coordinates } from '../../content/service-areas.ts';
import { areas } from '../gazetteer/areas.ts';
import { stateNames } from '../gazetteer/states.ts';
import { gazetteerTowns, type ZipCode, zipCodes } from '../gazetteer/tables.ts';
import { milesBetween } from '../position/geometry.ts';
import { plainName, withinOneEdit } from './compare-names.ts';

// Runs at build: the browser gets only what it exports, as data (astro.config.ts).

/** How far from one of our towns another town may be to get its minutes. */
const reachMiles = 12;
/** Beyond it, a post office of the same name is another town's. */
const farMiles = 60;

interface AnsweredTown {
  name: string;
  zips: string[];
}

/**
 * The towns around ours, by area and plain name. A ZIP code belongs to its post office's town, so that both get one
 * answer: that of our nearest town; of two as near, the quicker area's.
 */
function townsByArea(): Map<string, AnsweredTown>[] {
  const found = areas.map(() => new Map<string, AnsweredTown>());
  for (const [plain, codes] of postOfficesAround()) {
    const area = areaNamed(plain) ?? areaNear(codes.map(({ at }) => at));
    if (area !== undefined) {
      found[area]?.set(plain, { name: codes[0]?.place ?? '', zips: codes.map(({ zip }) => zip) });
    }
  }
  for (const [index, { city, towns }] of areas.entries()) {
    for (const name of [city, ...towns.map((town) => town.name)]) {
      const plain = plainName(name);
      if (areaNamed(plain) === index) {
        found[index]?.set(plain, { zips: [], ...found[index]?.get(plain), name });
      }
    }
  }
  return found;
}

/** The ZIP codes in the wider neighborhood, by the plain name of their post office. */
function postOfficesAround(): Map<string, ZipCode[]> {
  const places = areas.flatMap(placesOf);
  const around = zipCodes().filter(({ at }) => places.some((place) => milesBetween(place, at) <= farMiles));
  return Map.groupBy(around, ({ place }) => plainName(place));
}

/** The area that lists the town; the first of several cities wins over another's town. */
function areaNamed(name: string): number | undefined {
  const index = areas.findIndex(({ city }) => plainName(city) === name);
  const listed = areas.findIndex(({ towns }) => towns.some((town) => plainName(town.name) === name));
  return [index, listed].find((found) => found >= 0);
}

function areaNear(codes: readonly Coordinates[]): number | undefined {
  return areas
    .map((area, index) => ({
      index,
      minutes: area.averageMinutes,
      miles: Math.min(...placesOf(area).flatMap((place) => codes.map((at) => milesBetween(place, at)))),
    }))
    .filter(({ miles }) => miles <= reachMiles)
    .sort((a, b) => a.miles - b.miles || a.minutes - b.minutes)[0]?.index;
}

const placesOf = ({ downtown, towns }: (typeof areas)[number]) => [downtown.at, ...towns.map(({ at }) => at)];

/** "770" and "0203" for 77002 and 77003: by their first three digits, the last two of each. */
function byPrefix(codes: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const zip of [...codes].sort()) {
    found[zip.slice(0, 3)] = (found[zip.slice(0, 3)] ?? '') + zip.slice(3);
  }
  return found;
}

const found = townsByArea();

/** Each area's minutes, its ZIP codes by their first three digits, and the names of its towns. */
export const answers = areas.map(({ city, averageMinutes }, index) => {
  const towns = [...(found[index]?.values() ?? [])];
  return {
    city,
    minutes: averageMinutes,
    zips: byPrefix(towns.flatMap(({ zips }) => zips)),
    towns: towns
      .map(({ name }) => name)
      .sort()
      .join(';'),
  };
});

/** Other towns of our states whose names are one typing error away from the name of one of ours. */
export const others = (() => {
  const ours = found.flatMap((towns) => [...towns.keys()]);
  const inOurStates = ({ state }: { state: string }) => areas.some((area) => area.states.includes(state));
  const towns = gazetteerTowns().filter(inOurStates);
  const postOffices = zipCodes().filter(inOurStates);
  const names = [...towns.map(({ name }) => name), ...postOffices.map(({ place }) => place)];
  const elsewhere = new Set(names.map((name) => plainName(name))).difference(new Set(ours));
  return [...elsewhere]
    .filter((name) => ours.some((town) => withinOneEdit(town, name)))
    .sort()
    .join(' ');
})();

/** What may stand after a town: the states' names and letters, plain. */
export const states = [...new Set(areas.flatMap((area) => area.states))].flatMap((state) => [
  state.toLowerCase(),
  (stateNames[state] ?? '').toLowerCase(),
]);
