import { defaultLanguage, type Language } from '../../content/languages.ts';
import type { Words } from '../../content/words/schema.ts';
import { loadScript } from '../load-script.ts';

/**
 * The form's words in one language, from content/words. The code that shows them fills in the {placeholders}. `form` is
 * for the fields and Send, `outcome` is for the toasts, and `extras` is for all other parts, like the location, the call
 * card, and the receipt. The script doesn't load `messageHint`.
 */
export type FormWords = Pick<Words, 'form' | 'outcome' | 'extras'> & { messageHint?: string };

/** Each language has its own file (words-for-scripts.ts). */
const files = import.meta.glob<FormWords>('./??.json', { base: '/content/words/', query: '?words' });

/** Returns the language that the page was built in. A translator may have changed the page's `lang`. */
export const getPageLanguage = () =>
  (document.documentElement.dataset.language as Language | undefined) ?? defaultLanguage;

export const loadWords = (language = getPageLanguage()) =>
  loadScript(`words-${language}`, files[`./${language}.json`] as () => Promise<FormWords>);
