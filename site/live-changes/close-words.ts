import { languages } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';

/** The name of the notice's close button, by language. The build inlines it into scripts as data. */
export const closeWords = Object.fromEntries(
  Object.entries(words)
    .filter(([language]) => language in languages)
    .map(([language, { siteNow }]) => [language, siteNow.close]),
);
