import { business } from '../../content/business.ts';

/**
 * Bidirectional controls can reorder a number or sentence, other controls hide text, and U+2028 and U+2029
 * start lines that nobody typed. Tabs and newlines are allowed.
 */
const deceptive = /[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|(?![\t\n])\p{Cc}/gu;

/** Makes visitor text safe to show to the owner. */
export function stripControlCharacters(text: string): string {
  return text.replace(deceptive, '');
}

/** A visitor's words on one line, which can be told from ours: “Ana Lopez”. */
export function quoted(words: string): string {
  return `“${words.replaceAll(/[“”"]/g, "'")}”`;
}

/** A visitor's text of several lines, none of which can pass for one of ours. */
export function quotedLines(text: string): string {
  return text.replaceAll(/^/gm, '> ');
}

const timeFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: business.timeZone,
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});

/** "Monday, November 30, 2026 at 9:05 PM CST": in the business's time zone, whatever the server's. */
export function localTime(time: Date): string {
  return timeFormat.format(time);
}

const minute = 60_000;

/** In a flood, an overview has named the request by then. */
const late = 15 * minute;

/** "20 min", "2 h", "3 d". Undefined when not worth mentioning. */
export function delay(from: Date, to: Date): string | undefined {
  const passed = to.getTime() - from.getTime();
  const minutes = Math.floor(passed / minute);
  if (passed < late) {
    return undefined;
  } else if (minutes < 60) {
    return `${minutes} min`;
  } else if (minutes < 48 * 60) {
    return `${Math.floor(minutes / 60)} h`;
  } else {
    return `${Math.floor(minutes / (24 * 60))} d`;
  }
}

const plural = new Intl.PluralRules('en-US');

/** "1 request", "1,200 requests". */
export function pluralize(count: number, words: { one: string; other: string }): string {
  return `${count.toLocaleString('en-US')} ${plural.select(count) === 'one' ? words.one : words.other}`;
}
