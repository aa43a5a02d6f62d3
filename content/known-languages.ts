/** The languages that the site has words for: each with its own name and its locale. */
export const knownLanguages = {
  en: { name: 'English', locale: 'en_US' },
  es: { name: 'Español', locale: 'es_US' },
};

export type Language = keyof typeof knownLanguages;
