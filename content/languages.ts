/** The languages of the site, each with the path of its landing page. */
export const languages = {
  en: { path: '/' },
} as const;

export type Language = keyof typeof languages;

export const defaultLanguage: Language = 'en';
