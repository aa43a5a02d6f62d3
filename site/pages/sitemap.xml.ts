import type { APIRoute } from 'astro';
import { type Language, languages } from '../../content/languages.ts';
import { getPagePath, type PublicPage, publicPages } from '../routes.ts';

/**
 * Lists each public page in each language, with its translations (https://www.sitemaps.org and Google's xhtml:link).
 */
export const GET: APIRoute = ({ site }) => {
  const all = Object.keys(languages) as Language[];
  const address = (page: PublicPage, language: Language) => new URL(getPagePath(page, language), site).href;
  const alternates = (page: PublicPage) =>
    all.map(
      (language) => `<xhtml:link rel="alternate" hreflang="${language}" href="${address(page, language)}"/>`,
    );
  const entries = publicPages.flatMap((page) =>
    all.map((language) => `<url><loc>${address(page, language)}</loc>${alternates(page).join('')}</url>`),
  );
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join('\n')}
</urlset>
`;
  return new Response(xml, { headers: { 'Content-Type': 'application/xml' } });
};
