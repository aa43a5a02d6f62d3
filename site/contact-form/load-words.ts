import { defaultLanguage, type Language } from '../../content/languages.ts';
import type * as en from '../../content/words/en.ts';
import { loadScript } from '../load-script.ts';
import type * as words from './words-en.ts';

const files = import.meta.glob<typeof words>('./words-??.ts');

/** What the form says in one language, as content/words holds it: the {names} are filled in where they are shown. */
export type FormWords = Pick<typeof en, 'form' | 'outcome' | 'roadside'> & { messageHint?: string };

/** The language the page was made in. Its `lang` may be a translator's. */
export const pageLanguage = () =>
  (document.documentElement.dataset.language as Language | undefined) ?? defaultLanguage;

/** Loads the words for the page's scripts in a language. */
export const loadWords = (language = pageLanguage()) =>
  loadScript(`words-${language}`, files[`./words-${language}.ts`] as () => Promise<typeof words>);
