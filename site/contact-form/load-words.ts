import type * as words from './words-en.ts';

const files = import.meta.glob<typeof words>('./words-??.ts');

/** Loads the words for the page's scripts in its language. */
export const loadWords = () =>
  (files[`./words-${document.documentElement.lang}.ts`] as () => Promise<typeof words>)();
