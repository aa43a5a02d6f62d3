import type { APIRoute } from 'astro';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { serviceAreas } from '../../../content/service-areas.ts';
import { AreaMap } from '../../map/AreaMap.tsx';
import mapSheet from '../../map/map.css?raw';
import { languagePaths } from '../../routes.ts';
import { servedSheet } from '../../styles/served-sheet.ts';
import tokens from '../../styles/tokens.css?raw';

export function getStaticPaths() {
  return languagePaths().flatMap(({ params, props }) =>
    serviceAreas.map((area) => ({ params: { ...params, area: area.id }, props: { ...props, area } })),
  );
}

export const GET: APIRoute = ({ props: { area, language } }) =>
  new Response(
    renderToStaticMarkup(createElement(AreaMap, { area, language, style: servedSheet(tokens + mapSheet) })),
    {
      headers: { 'content-type': 'image/svg+xml' },
    },
  );
