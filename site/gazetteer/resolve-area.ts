import type { Coordinates, ServiceArea } from '../../content/service-areas.ts';
import { plainName } from '../area-check/compare-names.ts';
import { austin } from '../map/austin.ts';
import type { Geography } from '../map/geography.ts';
import { houston } from '../map/houston.ts';
import { milesBetween } from '../position/geometry.ts';
import { stateNames } from './states.ts';
import { gazetteerTowns, zipCodes } from './tables.ts';

export interface Dot {
  at: Coordinates;
  nameSide?: 'left' | 'right' | 'above' | 'below';
}

export interface AreaTown extends Dot {
  name: string;
  /** Its letters, like "TX". */
  state: string;
}

/** A service area with everything that follows from its names. */
export interface Area {
  /** In addresses and anchors, like "fort-worth". */
  id: string;
  city: string;
  state: string;
  /** The city's, and those of the towns across a border. */
  states: readonly string[];
  averageMinutes: number;
  downtown: Dot;
  towns: readonly AreaTown[];
  /** What its map shows. An area whose map nobody has drawn has none. */
  geography?: Geography | undefined;
}

/** The maps, by state and id of the area. */
export const geographies: Record<string, Geography> = { 'TX houston': houston, 'TX austin': austin };

const file = 'content/service-areas.json';

/** A town farther from its city is another town of that name. */
const farMiles = 90;
/** An area without a ZIP code this near answers no visitor. */
const zipMiles = 12;

/** Finds the places of an area's city and towns. Errors are sentences for the owner. */
export function resolveArea(area: ServiceArea): { area?: Area; errors: string[] } {
  const { state, city, averageMinutes, downtown, towns, map } = area;
  if (!stateNames[state]) {
    const known = Object.entries(stateNames).find(([, name]) => plainName(name) === plainName(state ?? ''));
    return {
      errors: [
        `The area "${city}" in ${file} has the state "${state}". Write its two letters, like "state": "${known?.[0] ?? 'TX'}".`,
      ],
    };
  }
  const known = placeOfCity(city, state);
  const center = downtown?.at ?? known?.at;
  if (!center) {
    return {
      errors: [unknownPlace(city, `in ${stateNames[state]}`, '"downtown": { "at": [-95.3698, 29.7604] }')],
    };
  }
  const errors: string[] = [];
  const states = new Set([state]);
  const places = towns.map((town): AreaTown | undefined => {
    const { name: written, at, ...rest } = typeof town === 'string' ? { name: town, at: undefined } : town;
    const [, name = written, ofState] = /^(.*), ([A-Z]{2})$/.exec(written) ?? [];
    const place = at ? { name, at, state: ofState ?? state } : placeOfTown(name, ofState, center);
    if (!place) {
      errors.push(farPlace(name, ofState, { city, center }) ?? unknownTown(name, ofState, city));
      return undefined;
    }
    const miles = milesBetween(center, place.at);
    if (!(miles < farMiles)) {
      errors.push(
        `"${name}" is ${Math.round(miles)} miles from ${city}. Write its longitude and latitude in ${file}, in this order, like "at": [-95.3698, 29.7604], or give it an area of its own.`,
      );
    }
    states.add(place.state);
    return { name: place.name, state: place.state, at: place.at, ...rest };
  });
  const found = places.filter((place) => place !== undefined);
  if (errors.length === 0 && !hasZipCode([center, ...found.map(({ at }) => at)])) {
    errors.push(
      `The area "${city}" in ${file} has no ZIP code within ${zipMiles} miles of its towns. Check its state, and any "at": longitude first, with a minus.`,
    );
  }
  if (errors.length > 0) {
    return { errors };
  }
  const id = plainName(city, '-');
  return {
    area: {
      id,
      city: known?.name ?? city,
      state,
      states: [...states],
      averageMinutes,
      downtown: { ...downtown, at: center },
      towns: found,
      geography: map === false ? undefined : geographies[`${state} ${id}`],
    },
    errors,
  };
}

interface Place {
  /** As the gazetteer spells it. */
  name: string;
  state: string;
  at: Coordinates;
}

/** The largest town of that name in the state; one too small for the table has its post office. */
function placeOfCity(city: string, state: string): Place | undefined {
  const [largest] = gazetteerTowns()
    .filter((town) => town.state === state && isNamed(town.name, city))
    .sort((a, b) => b.population - a.population);
  return largest ?? postOffice(city, (zip) => zip.state === state);
}

/** The nearest town of that name, in whichever state unless one is given. */
function placeOfTown(name: string, state: string | undefined, center: Coordinates): Place | undefined {
  const isNear = (place: { state: string; at: Coordinates }) =>
    milesBetween(center, place.at) < farMiles && (state === undefined || place.state === state);
  const [nearest] = gazetteerTowns()
    .filter((town) => isNamed(town.name, name) && isNear(town))
    .sort((a, b) => milesBetween(center, a.at) - milesBetween(center, b.at));
  return nearest ?? postOffice(name, isNear);
}

/** A sentence about a town that is spelled right, but too far away. Undefined if nothing has its name. */
function farPlace(
  name: string,
  state: string | undefined,
  { city, center }: { city: string; center: Coordinates },
): string | undefined {
  const offices = zipCodes().map((zip) => ({ ...zip, name: zip.place }));
  const [nearest] = [...gazetteerTowns(), ...offices]
    .filter((place) => (state === undefined || place.state === state) && isNamed(place.name, name))
    .map((place) => ({ ...place, miles: milesBetween(center, place.at) }))
    .sort((a, b) => a.miles - b.miles);
  return (
    nearest &&
    `The nearest town "${name}" is ${nearest.name}, ${nearest.state}, ${Math.round(nearest.miles)} miles from ${city}. Towns of an area are within ${farMiles} miles. Check its name and state, or give it an area of its own.`
  );
}

/** The middle of a post office's ZIP codes. */
function postOffice(
  name: string,
  among: (zip: { state: string; at: Coordinates }) => boolean,
): Place | undefined {
  const [first, ...others] = zipCodes().filter((zip) => isNamed(zip.place, name) && among(zip));
  return (
    first && { name: first.place, state: first.state, at: middleOf([first, ...others].map(({ at }) => at)) }
  );
}

function middleOf(places: readonly Coordinates[]): Coordinates {
  const mean = (axis: 0 | 1) => places.reduce((sum, place) => sum + place[axis], 0) / places.length;
  return [mean(0), mean(1)];
}

const hasZipCode = (places: readonly Coordinates[]) =>
  zipCodes().some(({ at }) => places.some((place) => milesBetween(place, at) <= zipMiles));

const isNamed = (name: string, wanted: string) => plainName(name) === plainName(wanted);

const unknownTown = (name: string, state: string | undefined, city: string) =>
  unknownPlace(name, `${state ? `in ${state} ` : ''}near ${city}`, '"at": [-95.3698, 29.7604]');

const unknownPlace = (name: string, where: string, example: string) =>
  `No town "${name}" is known ${where}. Check its spelling, or write its longitude and latitude in ${file}, in this order, like ${example}.`;
