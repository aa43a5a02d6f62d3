import { dispatchWords } from '../../content/words/dispatch.ts';
import type { ShopHours } from '../../contract/dispatch.ts';
import { interpolate } from './interpolate.ts';

const { shopHoursPage: shopHoursWords } = dispatchWords;

/** Returns text like "Monday through Saturday, 6:00 AM to 10:00 PM; Sunday, 8:00 AM to 12:00 PM". */
export function formatHours(lines: readonly ShopHours[]): string {
  return lines
    .map(({ days, opens, closes }) =>
      interpolate(shopHoursWords.times, {
        days: formatDays(days),
        opens: formatClockTime(opens),
        closes: formatClockTime(closes),
      }),
    )
    .join('; ');
}

function formatDays(days: string): string {
  const [first = '', last = first] = days.split('-').map((day) => shopHoursWords.days[day] ?? day);
  return first === last ? first : interpolate(shopHoursWords.someDays, { first, last });
}

const clockFormat = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: 'UTC' });
const formatClockTime = (time: string) => clockFormat.format(new Date(`2026-06-01T${time}Z`));
