import { business } from '../../content/business.ts';
import { interpolate } from '../../content/interpolate.ts';
import { knownLanguages, type Language } from '../../content/known-languages.ts';
import { siteNowWords } from '../../content/words/site-now.ts';

const hour = 60 * 60_000;
/** An hour that is nearer than this needs no day. */
const near = 18 * hour;
const sameWeek = 6 * 24 * hour;

/** "until 6:00 AM", "until Sat, 6:00 AM" or "until December 24", in the business's time zone. */
export function untilIn(language: Language, end: number, now: number): string {
  const { until } = siteNowWords[language];
  const time = print(language, end, { timeStyle: 'short' });
  if (end - now < near) {
    return interpolate(/^1\D/.test(time) ? until.oneOClock : until.time, { time });
  }
  return end - now < sameWeek
    ? interpolate(until.weekday, { weekday: print(language, end, { weekday: 'short' }), time })
    : interpolate(until.day, { day: print(language, end, { month: 'long', day: 'numeric' }) });
}

/** A time never breaks between two lines. */
function print(language: Language, time: number, options: Intl.DateTimeFormatOptions): string {
  const locale = knownLanguages[language].locale.replace('_', '-');
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: business.timeZone });
  return format.format(time).replace(/\s/g, '\u00a0');
}
