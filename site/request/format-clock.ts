import { fillSentence, type RequestWords } from './request-words.ts';

interface FormatterOptions {
  /** The page's locale, like "es-US". */
  locale: string;
  /** The business's time zone. */
  timeZone: string;
  words: Pick<RequestWords, 'atTime'>;
}

/** Formats times, in milliseconds since 1970, as clocks near the business show them. */
export function createClockFormatter({ locale, timeZone, words }: FormatterOptions) {
  return { format, formatInSentence };

  /** Formats a time, with its date if it isn't today's. */
  function format(time: number, today: number): string {
    const date = formatParts(time, { month: 'short', day: 'numeric' });
    const isToday = date === formatParts(today, { month: 'short', day: 'numeric' });
    return isToday ? formatParts(time, clock) : `${date}, ${formatParts(time, clock)}`;
  }

  /** Formats a time for use within a sentence, with the words that the language needs before it. */
  function formatInSentence(time: number, { hasSeconds = false } = {}): string {
    const text = formatParts(time, { ...clock, ...(hasSeconds && { second: '2-digit' }) });
    return fillSentence(/^0?1\D/.test(text) ? words.atTime.one : words.atTime.other, { time: text });
  }

  function formatParts(time: number, options: Intl.DateTimeFormatOptions): string {
    // Non-breaking spaces keep a time on one line.
    return new Intl.DateTimeFormat(locale, { ...options, timeZone }).format(time).replace(/\s/g, '\u00a0');
  }
}

const clock = { hour: 'numeric', minute: '2-digit' } as const;
