import { business } from './business.ts';
import { interpolate } from './interpolate.ts';
import { knownLanguages, type Language } from './known-languages.ts';

const week = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];

/** Times like "07:00" on days like "Mo-Sa". If `days` is undefined, the times apply every day. */
export interface Hours {
  days?: string | undefined;
  opens: string;
  closes: string;
}

const parseDayRange = (days = 'Mo-Su') => days.split('-').map((day) => week.indexOf(day)) as [number, number];

/** Returns the days in a range like "Mo-Sa". 0 is Monday. */
export function parseDays(days?: string): number[] {
  const [first, last] = parseDayRange(days);
  return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, index) => (first + index) % 7);
}

const { opens, closes } = business.hours;

/** The days with phone service. 0 is Monday. */
const answeredDays = parseDays(business.hours.days);

const isEveryDay = answeredDays.length === 7;
export const isAlwaysAnswered = isEveryDay && opens === '00:00' && closes === '23:59';

type HourWords = Record<'everyDay' | 'someDays' | 'times', string>;

/**
 * Formats hours like "Monday through Saturday, 7:00 AM to 7:00 PM", without line breaks inside a time. By default,
 * these are the emergency line's hours.
 */
export function formatHours(
  language: Language,
  { everyDay, someDays, times }: HourWords,
  hours: Hours = business.hours,
): string {
  const [firstDay, lastDay] = parseDayRange(hours.days);
  const locale = knownLanguages[language].locale.replace('_', '-');
  const weekdays = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  // June 1, 2026, is a Monday.
  const weekday = (day: number) => weekdays.format(Date.UTC(2026, 5, 1 + day));
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' });
  const time = (typed: string) => clock.format(new Date(`2026-06-01T${typed}Z`)).replace(/\s/g, '\u00a0');
  const someDaysText =
    firstDay === lastDay
      ? weekday(firstDay)
      : interpolate(someDays, { first: weekday(firstDay), last: weekday(lastDay) });
  const timesText = interpolate(times, { opens: time(hours.opens), closes: time(hours.closes) });
  return `${parseDays(hours.days).length === 7 ? everyDay : someDaysText}, ${timesText}`;
}
