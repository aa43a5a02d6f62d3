import { interpolate } from '../../content/interpolate.ts';
import type { Language } from '../../content/languages.ts';
import type { Coordinates } from '../../content/service-areas.ts';
import type { roadside } from '../../content/words/en.ts';
import { mapLink } from '../../contract/map-link.ts';
import { printedTime } from '../printed-time.ts';
import { compassPoint, milesBetween } from './geometry.ts';
import { towns } from './towns.ts';

/** A position fix from the phone. */
export interface Fix {
  latitude: number;
  longitude: number;
  /** Absent where a phone or an add-on does not say it. */
  accuracyMeters?: number | undefined;
  /** Milliseconds since 1970. */
  time?: number | undefined;
}

/** What can be used of a position that another program wrote; undefined without a place. */
export function usableFix(part: unknown): Fix | undefined {
  const { latitude, longitude, accuracyMeters, time } = Object(part);
  const isPlace = isWithin(latitude, 90) && isWithin(longitude, 180);
  if (!isPlace) return undefined;
  return {
    latitude,
    longitude,
    ...(isWithin(accuracyMeters, farthestMeters) && accuracyMeters > 0 && { accuracyMeters }),
    ...(Number.isFinite(time) && { time }),
  };
}

/** Half the way around the earth. */
const farthestMeters = 2e7;

const isWithin = (value: unknown, most: number): value is number =>
  typeof value === 'number' && Math.abs(value) <= most;

/** A position this many miles from the nearest town is probably wrong. The form and the email then say so. */
const farthestMiles = 300;
/** Below this, the distance is not worth mentioning. */
const nearMiles = 0.5;
const feetPerMeter = 3.28084;

/** A position in words, in the language of the page. */
export function describePosition(fix: Fix, language: Language, words: (typeof roadside)['position']) {
  const { latitude, longitude, accuracyMeters, time } = fix;
  const { name, city, miles, compass } = nearestTown([longitude, latitude]);
  const near = name ? words.near : words.nearDowntown;
  const from = name ? words.from : words.fromDowntown;
  const doubt = miles > farthestMiles ? `. ${words.outside}` : '';
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
    time: time && printedTime(time, language, { timeStyle: 'short' }),
    map: mapLink(latitude, longitude),
  };
}

/** The nearest town we serve, with the miles and the compass point from it. */
function nearestTown(at: Coordinates) {
  return towns
    .map((town) => ({ ...town, miles: milesBetween(town.at, at), compass: compassPoint(town.at, at) }))
    .reduce((nearest, town) => (town.miles < nearest.miles ? town : nearest));
}
