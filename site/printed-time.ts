import type { Language } from '../content/languages.ts';

/** A time as people write it, from milliseconds since 1970; undefined where the browser cannot write it. */
export function printedTime(time: number, language: Language, options: Intl.DateTimeFormatOptions) {
  try {
    return new Intl.DateTimeFormat(`${language}-US`, options).format(time);
  } catch {
    return undefined;
  }
}
