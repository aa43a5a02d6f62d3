import { interpolate } from '../../content/interpolate.ts';
import type { Language } from '../../content/languages.ts';
import type { Coordinates } from '../../content/service-areas.ts';
import type { Words } from '../../content/words/schema.ts';
import { formatMapLink } from '../../contract/map-link.ts';
import { formatTime } from '../format-time.ts';
import { getCompassPoint, measureMiles } from './geometry.ts';
import { towns } from './towns.ts';

export interface Position {
  latitude: number;
  longitude: number;
  /** Undefined if no usable accuracy was reported. */
  accuracyMeters?: number | undefined;
  /** When the phone reported the position, in milliseconds since 1970. */
  time?: number | undefined;
}

/** Returns the usable parts of a reported or stored position, or undefined if it has no valid coordinates. */
export function parsePosition(part: unknown): Position | undefined {
  const { latitude, longitude, accuracyMeters, time } = Object(part);
  const hasCoordinates = isWithin(latitude, 90) && isWithin(longitude, 180);
  if (!hasCoordinates) {
    return undefined;
  }
  return {
    latitude,
    longitude,
    ...(isWithin(accuracyMeters, maxAccuracyMeters) && accuracyMeters > 0 && { accuracyMeters }),
    ...(Number.isFinite(time) && { time }),
  };
}

/** Half the earth's circumference, rounded. */
const maxAccuracyMeters = 2e7;

const isWithin = (value: unknown, limit: number): value is number =>
  typeof value === 'number' && Math.abs(value) <= limit;

/** A position farther than this from the nearest town we serve is probably wrong, so its description asks about it. */
const maxPlausibleMiles = 300;
/** Within this distance of a town, the description names only the town. */
const nearMiles = 0.5;
const feetPerMeter = 3.28084;

export function describePosition(position: Position, language: Language, words: Words['extras']['position']) {
  const { latitude, longitude, accuracyMeters, time } = position;
  const { name, city, miles, compass } = findNearestTown([longitude, latitude]);
  const near = name ? words.near : words.nearDowntown;
  const from = name ? words.from : words.fromDowntown;
  const doubt = miles > maxPlausibleMiles ? `. ${words.outside}` : '';
  const feet = accuracyMeters && Math.ceil((accuracyMeters * feetPerMeter) / 10) * 10;
  return {
    where:
      interpolate(miles < nearMiles ? near : from, {
        town: name ?? '',
        city,
        miles: miles < 10 ? miles.toFixed(1) : Math.round(miles),
        compass: words.compass[compass] ?? '',
      }) + doubt,
    coordinates: `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`,
    accuracy: feet && interpolate(words.within, { feet: feet.toLocaleString(`${language}-US`) }),
    time: time && formatTime(time, language, { timeStyle: 'short' }),
    map: formatMapLink(latitude, longitude),
  };
}

/** Returns the nearest town we serve, with the position's distance and compass direction from the town. */
function findNearestTown(at: Coordinates) {
  return towns
    .map((town) => ({ ...town, miles: measureMiles(town.at, at), compass: getCompassPoint(town.at, at) }))
    .reduce((nearest, town) => (town.miles < nearest.miles ? town : nearest));
}
