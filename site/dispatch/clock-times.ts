import { timeOnlyWindow } from '../../contract/live-changes.ts';
import { facts } from './page-facts.ts';

const zone = { timeZone: facts.timeZone } as const;
const clockFormat = new Intl.DateTimeFormat('en-US', { ...zone, hour: 'numeric', minute: '2-digit' });
const weekdayFormat = new Intl.DateTimeFormat('en-US', { ...zone, weekday: 'short' });
const longWeekdayFormat = new Intl.DateTimeFormat('en-US', { ...zone, weekday: 'long' });
const dayFormat = new Intl.DateTimeFormat('en-US', { ...zone, month: 'long', day: 'numeric' });
const dateFormat = new Intl.DateTimeFormat('en-CA', {
  ...zone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});
const time24Format = new Intl.DateTimeFormat('en-GB', { ...zone, hour: '2-digit', minute: '2-digit' });

/** Times on another day are shown with their weekday within this many milliseconds, and otherwise with their date. */
const weekdayWindow = 6 * 24 * 60 * 60_000;

/**
 * Formats a time in the business's time zone: "2:06 AM" for today or "Fri 4:40 PM" for another day. Times at least six
 * days away look like "November 3, 4:40 PM".
 */
export function formatTime(time: string, now: string): string {
  const at = Date.parse(time);
  if (dateFormat.format(at) === dateFormat.format(Date.parse(now))) {
    return clockFormat.format(at);
  }
  const isNear = Math.abs(at - Date.parse(now)) < weekdayWindow;
  return `${isNear ? weekdayFormat.format(at) : `${dayFormat.format(at)},`} ${clockFormat.format(at)}`;
}

/** Formats the end of a notice or extra minutes as the pages do in English (server/live-changes/format-until.ts). */
export function formatUntil(time: string, now: string): string {
  const at = Date.parse(time);
  const remainingTime = at - Date.parse(now);
  if (remainingTime < timeOnlyWindow) {
    return clockFormat.format(at);
  }
  return remainingTime < weekdayWindow
    ? `${longWeekdayFormat.format(at)}, ${clockFormat.format(at)}`
    : dayFormat.format(at);
}

/** Formats a day, like "November 3". */
export const formatDay = (time: string) => dayFormat.format(Date.parse(time));
/** Formats a time without its day, like "2:06 AM". */
export const formatClock = (time: string) => clockFormat.format(Date.parse(time));
export const formatWeekday = (time: string) => weekdayFormat.format(Date.parse(time));

/** Returns the minutes from one time to a later one, rounded down. If the second time isn't later, returns 0. */
export const countMinutes = (from: string, to: string) =>
  Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / 60_000));

/** Converts a time for a `datetime-local` input: "2026-11-28T06:00" in the business's time zone. */
export function toLocalInput(time: string): string {
  const at = Date.parse(time);
  return `${dateFormat.format(at)}T${time24Format.format(at)}`;
}

/**
 * Converts an input's value to a time, whatever the phone's time zone. Returns undefined if the value is incomplete.
 */
export function parseLocalInput(local: string): string | undefined {
  const asIfUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asIfUtc)) {
    return undefined;
  }
  // Moves `at` by the difference between the requested local time and the local time of `at`.
  const correct = (at: number) => at + asIfUtc - Date.parse(`${toLocalInput(new Date(at).toISOString())}Z`);
  const first = correct(asIfUtc);
  const second = correct(first);
  // If clocks skip the requested time, `first` and `second` are on opposite sides of the skipped hour. Return the later
  // one.
  const isSkipped = correct(second) !== second;
  return new Date(isSkipped ? Math.max(first, second) : second).toISOString();
}

/** A time that somebody typed into a field, and when. */
export interface TypedTime {
  value: string;
  typedAt: string;
}

/**
 * Returns the end to show in a field: the typed time or, if nothing was typed or the typed time has passed since, the
 * next 6 AM.
 */
export function findShownEnd(typed: TypedTime | undefined, now: string): string {
  const end = Date.parse(parseLocalInput(typed?.value ?? '') ?? '');
  const hasPassed = end > Date.parse(typed?.typedAt ?? '') && end <= Date.parse(now);
  return typed === undefined || hasPassed ? toLocalInput(findNextHour(6, now)) : typed.value;
}

/** Returns the next occurrence of the given hour (0–23) in the business's time zone. */
export function findNextHour(hour: number, now: string): string {
  const [today = ''] = toLocalInput(now).split('T');
  const clockTime = `T${String(hour).padStart(2, '0')}:00`;
  const at = parseLocalInput(today + clockTime) ?? now;
  if (Date.parse(at) > Date.parse(now)) {
    return at;
  }
  // Adding 24 hours to the time could skip a day, because a day can have 23.
  const tomorrow = new Date(Date.parse(`${today}T00:00Z`) + 24 * 60 * 60_000).toISOString().slice(0, 10);
  return parseLocalInput(tomorrow + clockTime) ?? now;
}
