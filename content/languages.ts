/** The languages of the site: each with its own name, the path of its landing page, and its locale. */
export const languages = {
  en: { name: 'English', path: '/', locale: 'en_US' },
  es: { name: 'Español', path: '/es/', locale: 'es_US' },
} as const;

export type Language = keyof typeof languages;

export const defaultLanguage: Language = 'en';
