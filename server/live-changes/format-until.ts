import { business } from '../../content/business.ts';
import { interpolate } from '../../content/interpolate.ts';
import { knownLanguages, type Language } from '../../content/known-languages.ts';
import { words } from '../../content/words/index.ts';
import { timeOnlyWindow } from '../../contract/live-changes.ts';
import { hour } from '../clock.ts';

const sameWeekLimit = 6 * 24 * hour;

/** Returns "until 6:00 AM", "until Saturday, 6:00 AM", or "until December 24", in the business's time zone. */
export function formatUntil(language: Language, end: number, now: number): string {
  const { until } = words[language].siteNow;
  const time = formatTime(language, end, { timeStyle: 'short' });
  if (end - now < timeOnlyWindow) {
    return interpolate(/^0?1\D/.test(time) ? until.oneOClock : until.time, { time });
  }
  return end - now < sameWeekLimit
    ? interpolate(until.weekday, { weekday: formatTime(language, end, { weekday: 'long' }), time })
    : interpolate(until.day, { day: formatTime(language, end, { month: 'long', day: 'numeric' }) });
}

/** Formats a time so that it never breaks between two lines. */
function formatTime(language: Language, time: number, options: Intl.DateTimeFormatOptions): string {
  const locale = knownLanguages[language].locale.replace('_', '-');
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: business.timeZone });
  return format.format(time).replace(/\s/g, '\u00a0');
}
