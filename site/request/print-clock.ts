import { fill, type RequestWords } from './request-words.ts';

interface PrinterOptions {
  /** The page's locale, like "es-US". */
  locale: string;
  /** The business's time zone. */
  timeZone: string;
  words: Pick<RequestWords, 'atTime'>;
}

/** Formats times, in milliseconds since 1970, as clocks near the business show them. */
export function createClockPrinter({ locale, timeZone, words }: PrinterOptions) {
  return { print, printAt };

  /** Formats a time, with its date if it isn't today's. */
  function print(time: number, today: number): string {
    const date = format(time, { month: 'short', day: 'numeric' });
    const isToday = date === format(today, { month: 'short', day: 'numeric' });
    return isToday ? format(time, clock) : `${date}, ${format(time, clock)}`;
  }

  /** Formats a time for use within a sentence, with an article if the language has one. */
  function printAt(time: number, hasSeconds = false): string {
    const printed = format(time, { ...clock, ...(hasSeconds && { second: '2-digit' }) });
    return fill(/^1\D/.test(printed) ? words.atTime.one : words.atTime.other, { time: printed });
  }

  function format(time: number, options: Intl.DateTimeFormatOptions): string {
    // Non-breaking spaces keep a time on one line.
    return new Intl.DateTimeFormat(locale, { ...options, timeZone }).format(time).replace(/\s/g, '\u00a0');
  }
}

const clock = { hour: 'numeric', minute: '2-digit' } as const;
