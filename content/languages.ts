/** The languages of the site, each with the path of its landing page. The first is the default. */
export const languages = {
  en: { path: '/' },
} as const;

export type Language = keyof typeof languages;
