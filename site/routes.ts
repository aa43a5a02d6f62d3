import { type Language, languages } from '../content/languages.ts';
import { requestPage, sentPage } from '../contract/site-places.ts';

export const aboutPage = 'about';

/** Every page, by name, with its path relative to its language's landing page. */
export const routes = { landing: '', about: aboutPage, sent: sentPage, request: requestPage } as const;

export type Route = keyof typeof routes;

/** The pages that search engines and shared links may show. */
export const publicRoutes = ['landing', 'about'] as const satisfies readonly Route[];
export type PublicRoute = (typeof publicRoutes)[number];

export const isPublic = (page: Route | 'notFound' | 'dispatch'): page is PublicRoute =>
  publicRoutes.some((route) => route === page);

/** The path of a page, like "/about"; with a section, like "/#contact". */
export function pathOf(route: Route, language: Language, section?: string): string {
  return pathBelow(language, routes[route], section);
}

/** The same by the end of the path. The form uses only this one, so that more pages don't make its script longer. */
export function pathBelow(language: Language, page: string, section?: string): string {
  const path = languages[language].path + page;
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
