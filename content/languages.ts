/** The languages of the site: each its own name for itself, and the path of its landing page. */
export const languages = {
  en: { name: 'English', path: '/' },
  es: { name: 'Español', path: '/es/' },
} as const;

export type Language = keyof typeof languages;

export const defaultLanguage: Language = 'en';
