import { interpolate } from '../../content/interpolate.ts';
import type { Language } from '../../content/languages.ts';
import type { roadside } from '../../content/words/en.ts';
import { mapLink } from '../../contract/map-link.ts';
import { nearestTown } from './nearest-town.ts';

/** A position fix from the phone. */
export interface Fix {
  latitude: number;
  longitude: number;
  accuracyMeters: number;
  /** Milliseconds since 1970. */
  time: number;
  /** The matched highway, if any. */
  highway?: string | undefined;
}

/** Below this, the distance is not worth mentioning. */
const nearMiles = 0.5;
const roughMeters = 500;
const feetPerMeter = 3.28084;

/** A position in words, in the language of the page. */
export function describePosition(fix: Fix, language: Language, words: (typeof roadside)['position']) {
  const { latitude, longitude, accuracyMeters, time } = fix;
  const { name, city, miles, compass } = nearestTown([longitude, latitude]);
  const near = name ? words.near : words.nearDowntown;
  const from = name ? words.from : words.fromDowntown;
  const feet = Math.ceil((accuracyMeters * feetPerMeter) / 10) * 10;
  const locale = `${language}-US`;
  return {
    where: interpolate(miles < nearMiles ? near : from, {
      town: name ?? '',
      city,
      miles: miles < 10 ? miles.toFixed(1) : Math.round(miles),
      compass: words.compass[compass] ?? '',
    }),
    coordinates: `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`,
    accuracy: interpolate(accuracyMeters > roughMeters ? words.rough : words.within, {
      feet: feet.toLocaleString(locale),
    }),
    time: new Date(time).toLocaleTimeString(locale, { timeStyle: 'short' }),
    map: mapLink(latitude, longitude),
  };
}
