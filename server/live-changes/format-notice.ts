import { interpolate } from '../../content/interpolate.ts';
import type { Language } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';
import type { Notice } from '../../contract/dispatch.ts';
import { formatUntil } from './format-until.ts';

/**
 * Returns, for example, "Ice on bridges. (Shown until 6:00 AM.)". Undefined if the notice has no text in the
 * language.
 */
export function formatNotice(language: Language, { text, ends }: Notice, now: number): string | undefined {
  const noticeText = text[language];
  return (
    noticeText &&
    interpolate(words[language].siteNow.notice, {
      text: endSentence(noticeText),
      until: endSentence(formatUntil(language, Date.parse(ends), now)),
    })
  );
}

/** Adds a period, unless the text already ends with a mark like ".", as in "6:00 a.m." */
const endSentence = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`);
