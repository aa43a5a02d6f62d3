import { defaultLanguage, type Language } from '../../content/languages.ts';
import type { Words } from '../../content/words/schema.ts';
import { loadScript } from '../load-script.ts';

/**
 * The form's words in one language, from content/words. The code that shows them fills in the {placeholders}.
 *
 * - `form`: the fields and Send
 * - `outcome`: the toasts
 * - `extras`: all other parts, like the location, the call card, and the receipt
 * - `messageHint`: a hint for browsers without JavaScript, which the script doesn't load
 */
export type FormWords = Pick<Words, 'form' | 'outcome' | 'extras'> & { messageHint?: string };

/** Each language has its own file (words-for-scripts.ts). */
const files = import.meta.glob<FormWords>('./??.json', { base: '/content/words/', query: '?words' });

/** Returns the language that the page was built in. A translator may have changed the page's `lang`. */
export const getPageLanguage = () =>
  (document.documentElement.dataset.language as Language | undefined) ?? defaultLanguage;

export const loadWords = (language = getPageLanguage()) =>
  loadScript(`words-${language}`, files[`./${language}.json`] as () => Promise<FormWords>);
