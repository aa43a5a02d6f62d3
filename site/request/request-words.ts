import type { Words } from '../../content/words/schema.ts';
import type { RequestStatus } from '../../contract/request-status.ts';

export type RequestWords = Words['requestStatus'] & { services: Partial<Record<string, string>> };

/** Formats clock times, because "2 minutes ago" would be wrong a minute later. */
export interface TimeFormatter {
  /** Formats a time, with its date if it isn't today's. */
  format(time: string): string;
  /** Formats a time for use within a sentence, without its date, as in "a las 2:06 a.m." */
  formatInSentence(time: string): string;
}

/** Returns the words for a link. Anybody may see a shared link, so its words don't address the reader as the driver. */
export function chooseWords({ may }: Pick<RequestStatus, 'may'>, words: RequestWords): RequestWords {
  if (may === 'manage') {
    return words;
  }
  const { board, sentence, steps } = words.sharedLink;
  return {
    ...words,
    board: { ...words.board, ...board },
    sentence: { ...words.sentence, ...sentence },
    steps: { ...words.steps, ...steps },
  };
}

/** Joins the board's lines. Orca in Firefox would read two lines that change together in the wrong order. */
export const joinBoardLines = (lines: readonly string[]) => lines.filter(Boolean).join('\n');

/** Fills in a sentence's {placeholders}, without a second period after "a.m." */
export const fillSentence = (sentence: string, values: Record<string, string | number>) =>
  sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name])).replace(/\.\.(?= |$)/g, '.');
