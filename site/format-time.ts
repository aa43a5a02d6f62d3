import type { Language } from '../content/languages.ts';

/** Formats a time, in milliseconds since 1970. Returns undefined if the browser can't format it. */
export function formatTime(time: number, language: Language, options: Intl.DateTimeFormatOptions) {
  try {
    return new Intl.DateTimeFormat(`${language}-US`, options).format(time);
  } catch {
    return undefined;
  }
}
