import { defaultLanguage, type Language } from '../../content/languages.ts';
import type * as en from '../../content/words/en.ts';
import { loadScript } from '../load-script.ts';
import type * as words from './words-en.ts';

const files = import.meta.glob<typeof words>('./words-??.ts');

/** The form's words in one language, from content/words. The components that show them fill in the {placeholders}. */
export type FormWords = Pick<typeof en, 'form' | 'outcome' | 'roadside'> & { messageHint?: string };

/** Returns the language that the page was built in. A translator may have changed the page's `lang`. */
export const getPageLanguage = () =>
  (document.documentElement.dataset.language as Language | undefined) ?? defaultLanguage;

/** Loads the words for the page's scripts in a language. */
export const loadWords = (language = getPageLanguage()) =>
  loadScript(`words-${language}`, files[`./words-${language}.ts`] as () => Promise<typeof words>);
