import type { Language } from '../../content/languages.ts';
import { loadScript } from '../load-script.ts';
import type * as words from './words-en.ts';

const files = import.meta.glob<typeof words>('./words-??.ts');

/** Loads the words for the page's scripts in a language. */
export const loadWords = (language = document.documentElement.lang as Language) =>
  loadScript(`words-${language}`, files[`./words-${language}.ts`] as () => Promise<typeof words>);
