import { interpolate } from '../../content/interpolate.ts';
import type { Language } from '../../content/languages.ts';
import { siteNowWords } from '../../content/words/site-now.ts';
import type { Notice } from '../../contract/dispatch.ts';
import { untilIn } from './until.ts';

/** "Ice on bridges. (Notice until 6:00 AM.)" Undefined if the notice has no text in the language. */
export function noticeIn(language: Language, { text, ends }: Notice, now: number): string | undefined {
  const said = text[language];
  return (
    said &&
    interpolate(siteNowWords[language].notice, {
      text: asSentence(said),
      until: asSentence(untilIn(language, Date.parse(ends), now)),
    })
  );
}

/** "6:00 a. m." already ends with a full stop. */
const asSentence = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`);
