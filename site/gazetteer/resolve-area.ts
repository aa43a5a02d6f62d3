import type { Coordinates, ServiceArea } from '../../content/service-areas.ts';
import { normalizeName } from '../area-check/compare-names.ts';
import { austin } from '../map/austin.ts';
import type { Geography } from '../map/geography.ts';
import { houston } from '../map/houston.ts';
import { measureMiles } from '../position/geometry.ts';
import { stateNames } from './states.ts';
import { readTowns, readZipCodes } from './tables.ts';

export interface Dot {
  at: Coordinates;
  nameSide?: 'left' | 'right' | 'above' | 'below';
}

export interface AreaTown extends Dot {
  name: string;
  /** The state's letters, like "TX". */
  state: string;
}

/** A service area with the facts that follow from its names. */
export interface Area {
  /** The area's name in URLs and anchors, like "fort-worth". */
  id: string;
  city: string;
  state: string;
  /** The states of the city and its towns, which may be across a border. */
  states: readonly string[];
  averageMinutes: number;
  downtown: Dot;
  towns: readonly AreaTown[];
  /** The map's contents. Undefined if nobody has drawn this area's map, or if the owner turned it off. */
  geography?: Geography | undefined;
}

/** The maps, by state and id of the area. */
const geographies: Record<string, Geography> = { 'TX houston': houston, 'TX austin': austin };

const file = 'content/service-areas.json';

/**
 * The maximum distance of a town from its area's city, in miles. A farther town is probably a different town of that
 * name.
 */
const maxTownMiles = 90;
/**
 * The maximum distance of the nearest ZIP code from the city or a town, in miles. Without ZIP codes, visitors could
 * find the area only by these names.
 */
const maxZipCodeMiles = 12;

/** Finds the coordinates of an area's city and towns. The errors are sentences for the owner. */
export function resolveArea(area: ServiceArea): { area?: Area; errors: string[] } {
  const { state, city, averageMinutes, downtown, towns, map } = area;
  if (!stateNames[state]) {
    const namedState = Object.entries(stateNames).find(
      ([, name]) => normalizeName(name) === normalizeName(state ?? ''),
    );
    return {
      errors: [
        `The area "${city}" in ${file} has the state "${state}". Use its two letters, like "state": "${namedState?.[0] ?? 'TX'}".`,
      ],
    };
  }
  const listedCity = findCity(city, state);
  const center = downtown?.at ?? listedCity?.at;
  if (!center) {
    return {
      errors: [
        explainUnknownPlace(city, `in ${stateNames[state]}`, '"downtown": { "at": [-95.3698, 29.7604] }'),
      ],
    };
  }
  const errors: string[] = [];
  const states = new Set([state]);
  const places = towns.map((town): AreaTown | undefined => {
    const { name: written, at, ...rest } = typeof town === 'string' ? { name: town, at: undefined } : town;
    const [, name = written, ofState] = /^(.*), ([A-Z]{2})$/.exec(written) ?? [];
    const place = at ? { name, at, state: ofState ?? state } : findTown(name, ofState, center);
    if (!place) {
      errors.push(explainFarTown(name, ofState, { city, center }) ?? explainUnknownTown(name, ofState, city));
      return undefined;
    }
    const miles = measureMiles(center, place.at);
    if (!(miles < maxTownMiles)) {
      errors.push(
        `"${name}" is ${Math.round(miles)} miles from ${city}. Add its longitude and latitude to ${file}, in this order, like "at": [-95.3698, 29.7604], or add it as a separate area.`,
      );
    }
    states.add(place.state);
    return { name: place.name, state: place.state, at: place.at, ...rest };
  });
  const resolvedTowns = places.filter((place) => place !== undefined);
  if (errors.length === 0 && !hasZipCode([center, ...resolvedTowns.map(({ at }) => at)])) {
    errors.push(
      `The area "${city}" in ${file} has no ZIP code within ${maxZipCodeMiles} miles of its towns. Check its state and any "at": the longitude comes first, with a minus sign.`,
    );
  }
  if (errors.length > 0) {
    return { errors };
  }
  const id = normalizeName(city, '-');
  return {
    area: {
      id,
      city: listedCity?.name ?? city,
      state,
      states: [...states],
      averageMinutes,
      downtown: { ...downtown, at: center },
      towns: resolvedTowns,
      geography: map === false ? undefined : geographies[`${state} ${id}`],
    },
    errors,
  };
}

interface GazetteerEntry {
  /** The name as the gazetteer spells it. */
  name: string;
  state: string;
  at: Coordinates;
}

/** Finds the largest town of that name in the state. If the table has none, finds the post office of that name. */
function findCity(city: string, state: string): GazetteerEntry | undefined {
  const [largest] = readTowns()
    .filter((town) => town.state === state && isNamed(town.name, city))
    .sort((first, second) => second.population - first.population);
  return largest ?? findPostOffice(city, (zip) => zip.state === state);
}

/** Finds the nearest town of that name, or else a nearby post office. Searches every state unless one is given. */
function findTown(name: string, state: string | undefined, center: Coordinates): GazetteerEntry | undefined {
  const isNear = (place: { state: string; at: Coordinates }) =>
    measureMiles(center, place.at) < maxTownMiles && (state === undefined || place.state === state);
  const [nearest] = readTowns()
    .filter((town) => isNamed(town.name, name) && isNear(town))
    .sort((first, second) => measureMiles(center, first.at) - measureMiles(center, second.at));
  return nearest ?? findPostOffice(name, isNear);
}

/** Explains that a known town is too far away. Returns undefined if no place has that name. */
function explainFarTown(
  name: string,
  state: string | undefined,
  { city, center }: { city: string; center: Coordinates },
): string | undefined {
  const offices = readZipCodes().map((zip) => ({ ...zip, name: zip.place }));
  const [nearest] = [...readTowns(), ...offices]
    .filter((place) => (state === undefined || place.state === state) && isNamed(place.name, name))
    .map((place) => ({ ...place, miles: measureMiles(center, place.at) }))
    .sort((first, second) => first.miles - second.miles);
  return (
    nearest &&
    `The nearest town "${name}" is ${nearest.name}, ${nearest.state}, ${Math.round(nearest.miles)} miles from ${city}. The towns in an area are within ${maxTownMiles} miles of its city. Check its name and state, or add it as a separate area.`
  );
}

/** Finds a post office, at the average coordinates of its wanted ZIP codes. */
function findPostOffice(
  name: string,
  isWanted: (zip: { state: string; at: Coordinates }) => boolean,
): GazetteerEntry | undefined {
  const [first, ...others] = readZipCodes().filter((zip) => isNamed(zip.place, name) && isWanted(zip));
  return (
    first && {
      name: first.place,
      state: first.state,
      at: averageCoordinates([first, ...others].map(({ at }) => at)),
    }
  );
}

function averageCoordinates(places: readonly Coordinates[]): Coordinates {
  const mean = (axis: 0 | 1) => places.reduce((sum, place) => sum + place[axis], 0) / places.length;
  return [mean(0), mean(1)];
}

const hasZipCode = (places: readonly Coordinates[]) =>
  readZipCodes().some(({ at }) => places.some((place) => measureMiles(place, at) <= maxZipCodeMiles));

const isNamed = (name: string, wanted: string) => normalizeName(name) === normalizeName(wanted);

const explainUnknownTown = (name: string, state: string | undefined, city: string) =>
  explainUnknownPlace(name, `${state ? `in ${state} ` : ''}near ${city}`, '"at": [-95.3698, 29.7604]');

const explainUnknownPlace = (name: string, where: string, example: string) =>
  `No town "${name}" is known ${where}. Check its spelling, or add its longitude and latitude to ${file}, in this order, like ${example}.`;
