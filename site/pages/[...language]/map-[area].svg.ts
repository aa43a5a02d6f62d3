import { readFileSync } from 'node:fs';
import type { APIRoute } from 'astro';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import subsetFont from 'subset-font';
import { areas } from '../../gazetteer/areas.ts';
import { AreaMap } from '../../map/AreaMap.tsx';
import mapSheet from '../../map/map.css?inline';
import { languagePaths } from '../../routes.ts';
import tokens from '../../styles/tokens.css?inline';

export function getStaticPaths() {
  return languagePaths().flatMap(({ params, props }) =>
    areas
      .filter(({ geography }) => geography)
      .map((area) => ({ params: { ...params, area: area.id }, props: { ...props, area } })),
  );
}

/**
 * The map as a standalone file. Rendered twice, because the letters to embed are only known after rendering.
 */
export const GET: APIRoute = async ({ props: { area, language } }) => {
  const draw = (font: string) =>
    renderToStaticMarkup(
      createElement(AreaMap, { area, geography: area.geography, language, style: font + tokens + mapSheet }),
    );
  const letters = draw('').replace(/<style>.*?<\/style>|<[^>]*>/g, '');
  return new Response(draw(await fontWith(letters)), { headers: { 'Content-Type': 'image/svg+xml' } });
};

/** An image cannot load fonts, so the letters it shows are embedded. */
async function fontWith(letters: string): Promise<string> {
  const font = readFileSync('.cache/overpass/overpass.woff2');
  const subset = await subsetFont(font, letters, { targetFormat: 'woff2' });
  const url = `data:font/woff2;base64,${subset.toString('base64')}`;
  return `@font-face { font-family: Overpass; font-weight: 600 900; src: url(${url}) }`;
}
