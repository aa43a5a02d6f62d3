import type * as words from './words-en.ts';

const files = import.meta.glob<typeof words>('./words-??.ts');

/** The words that the scripts of the page need, in its language. */
export const loadWords = () =>
  (files[`./words-${document.documentElement.lang}.ts`] as () => Promise<typeof words>)();
