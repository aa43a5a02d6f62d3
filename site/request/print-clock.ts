import { fill, type RequestWords } from './request-words.ts';

interface PrinterOptions {
  /** Of the page, like "es-US". */
  locale: string;
  /** Of the business. */
  timeZone: string;
  words: Pick<RequestWords, 'atTime'>;
}

/** Writes times, in milliseconds since 1970, as clocks near the business show them. */
export function createClockPrinter({ locale, timeZone, words }: PrinterOptions) {
  return { print, printAt };

  /** Adds the date if it isn't the date of `today`. */
  function print(time: number, today: number): string {
    const date = format(time, { month: 'short', day: 'numeric' });
    const isToday = date === format(today, { month: 'short', day: 'numeric' });
    return isToday ? format(time, clock) : `${date}, ${format(time, clock)}`;
  }

  /** Writes a time within a sentence, with an article where the language has one. */
  function printAt(time: number, hasSeconds = false): string {
    const printed = format(time, { ...clock, ...(hasSeconds && { second: '2-digit' }) });
    return fill(/^1\D/.test(printed) ? words.atTime.one : words.atTime.other, { time: printed });
  }

  function format(time: number, options: Intl.DateTimeFormatOptions): string {
    // A time never breaks between two lines.
    return new Intl.DateTimeFormat(locale, { ...options, timeZone }).format(time).replace(/\s/g, '\u00a0');
  }
}

const clock = { hour: 'numeric', minute: '2-digit' } as const;
