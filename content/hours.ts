import { business } from './business.ts';
import { interpolate } from './interpolate.ts';
import { knownLanguages, type Language } from './known-languages.ts';

const week = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];
const { opens, closes, days = 'Mo-Su' } = business.hours;
const [firstDay, lastDay] = days.split('-').map((day) => week.indexOf(day)) as [number, number];

/** The days on which calls are answered. 0 is Monday. */
export const answeredDays = Array.from(
  { length: ((lastDay - firstDay + 7) % 7) + 1 },
  (_, index) => (firstDay + index) % 7,
);

export const isEveryDay = answeredDays.length === 7;
export const isAlwaysAnswered = isEveryDay && opens === '00:00' && closes === '23:59';

type HourWords = Record<'everyDay' | 'someDays' | 'times', string>;

/** Like "Monday through Saturday, 7:00 AM to 7:00 PM". No line breaks within a time. */
export function hoursIn(language: Language, { everyDay, someDays, times }: HourWords): string {
  const locale = knownLanguages[language].locale.replace('_', '-');
  const weekdays = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  // June 1, 2026, is a Monday.
  const weekday = (day: number) => weekdays.format(Date.UTC(2026, 5, 1 + day));
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' });
  const time = (typed: string) => clock.format(new Date(`2026-06-01T${typed}Z`)).replace(/\s/g, '\u00a0');
  const daysSaid = interpolate(someDays, { first: weekday(firstDay), last: weekday(lastDay) });
  const timesSaid = interpolate(times, { opens: time(opens), closes: time(closes) });
  return `${isEveryDay ? everyDay : daysSaid}, ${timesSaid}`;
}
