import type { requestStatus } from '../../content/words/en.ts';
import type { RequestStatus } from '../../contract/request-status.ts';

export type RequestWords = typeof requestStatus & { services: Partial<Record<string, string>> };

/** `isAt`: with the article that it has within a sentence, like "a las 2:06 a. m." */
export type PrintTime = (time: string, isAt?: boolean) => string;

/** Returns the words for a link. A shared one may have reached anybody, so its words address nobody as the driver. */
export function wordsFor({ may }: Pick<RequestStatus, 'may'>, words: RequestWords): RequestWords {
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

/** The lines of the board as one text: Orca in Firefox reads two that change together in the wrong order. */
export const boardText = (lines: readonly string[]) => lines.filter(Boolean).join('\n');

/**
 * Fills in a sentence's {placeholders}. "a. m." ends a sentence by itself. Our own, because this page would wait for
 * another file if it shared `interpolate` with the form.
 */
export const fill = (sentence: string, values: Record<string, string | number>) =>
  sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name])).replace(/\.\.(?= |$)/g, '.');
