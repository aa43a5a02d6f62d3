import type { APIRoute } from 'astro';
import { type Language, languages } from '../../content/languages.ts';
import { type PublicRoute, pathOf, publicRoutes } from '../routes.ts';

/**
 * Lists each public page in each language, with its translations (https://www.sitemaps.org and Google's xhtml:link).
 */
export const GET: APIRoute = ({ site }) => {
  const all = Object.keys(languages) as Language[];
  const address = (route: PublicRoute, language: Language) => new URL(pathOf(route, language), site).href;
  const alternates = (route: PublicRoute) =>
    all.map(
      (language) => `<xhtml:link rel="alternate" hreflang="${language}" href="${address(route, language)}"/>`,
    );
  const entries = publicRoutes.flatMap((route) =>
    all.map((language) => `<url><loc>${address(route, language)}</loc>${alternates(route).join('')}</url>`),
  );
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join('\n')}
</urlset>
`;
  return new Response(xml, { headers: { 'Content-Type': 'application/xml' } });
};
