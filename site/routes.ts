import { type Language, languages } from '../content/languages.ts';

/** Every page, by name, with its path relative to its language's landing page. */
export const routes = { landing: '', about: 'about' } as const;

export type Route = keyof typeof routes;

/** The path of a page, like "/about"; with a section, like "/#contact". */
export function pathOf(route: Route, language: Language, section?: string): string {
  const path = languages[language].path + routes[route];
  return section ? `${path}#${section}` : path;
}

/**
 * The link from one page to a section. Within a page just "#contact": a visitor who came by "/?gclid=…" stays on that
 * address, and nothing reloads.
 */
export function sectionLink(from: Route, to: Route, language: Language, section: string): string {
  return from === to ? `#${section}` : pathOf(to, language, section);
}

/** For Astro's `[...language]` pages: "/" for the default language, "/es/" and the like for others. */
export function languagePaths() {
  return (Object.keys(languages) as Language[]).map((language) => ({
    params: { language: languages[language].path.replaceAll('/', '') || undefined },
    props: { language },
  }));
}
