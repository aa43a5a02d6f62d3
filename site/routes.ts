import { type Language, languages } from '../content/languages.ts';
import { requestPage, sentPage } from '../contract/link-targets.ts';

export const aboutPage = 'about';

/** The paths of pages by name, relative to their language's landing page. Omits Dispatch and the 404 pages. */
export const pagePaths = { landing: '', about: aboutPage, sent: sentPage, request: requestPage } as const;

export type PageName = keyof typeof pagePaths;

/** The pages that search engines may show, and that have previews in shared links. */
export const publicPages = ['landing', 'about'] as const satisfies readonly PageName[];
export type PublicPage = (typeof publicPages)[number];

export const isPublic = (page: PageName | 'notFound' | 'dispatch'): page is PublicPage =>
  publicPages.some((publicPage) => publicPage === page);

/** Returns the path of a page, like "/about", or of a section, like "/#contact". */
export function getPagePath(page: PageName, language: Language, section?: string): string {
  return buildPath(language, pagePaths[page], section);
}

/**
 * Works like `getPagePath`, but gets the page's path instead of its name. The form uses only this function, because
 * `pagePaths` would make its script longer with each new page.
 */
export function buildPath(language: Language, page: string, section?: string): string {
  const path = languages[language].path + page;
  return section ? `${path}#${section}` : path;
}

/**
 * Returns a page's link to a section. A link within the page is just "#contact", so an address like "/?gclid=…" keeps
 * its query, and nothing reloads.
 */
export function getSectionLink(from: PageName, to: PageName, language: Language, section: string): string {
  return from === to ? `#${section}` : getPagePath(to, language, section);
}

/** Lists the languages for Astro's `[...language]` pages. The default language has no segment in paths. */
export function listLanguagePaths() {
  return (Object.keys(languages) as Language[]).map((language) => ({
    params: { language: languages[language].path.replaceAll('/', '') || undefined },
    props: { language },
  }));
}
