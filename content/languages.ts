import facts from './business.json' with { type: 'json' };
import { knownLanguages, type Language } from './known-languages.ts';

export type { Language };

const languageCodes = facts.languages as Language[];

/** The language of the pages without a prefix. */
export const defaultLanguage = languageCodes[0] as Language;

/** The site's languages, each with its own name, its locale, and the path of its landing page. */
export const languages = Object.fromEntries(
  languageCodes.map((language, index) => [
    language,
    { ...knownLanguages[language], path: index === 0 ? '/' : `/${language}/` },
  ]),
) as Record<Language, { name: string; locale: string; path: string }>;
