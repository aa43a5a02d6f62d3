import { readFileSync } from 'node:fs';
import type { APIRoute } from 'astro';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import subsetFont from 'subset-font';
import { areas } from '../../gazetteer/areas.ts';
import { AreaMaps } from '../../map/AreaMaps.tsx';
import mapSheet from '../../map/map.css?inline';
import { languagePaths } from '../../routes.ts';
import tokens from '../../styles/tokens.css?inline';

export const getStaticPaths = () => (areas.some(({ geography }) => geography) ? languagePaths() : []);

/** The colors that a map uses, with those that they are made of. */
const colors = onlyUsed(tokens, mapSheet);

/** A sheet without the custom properties that neither it nor another sheet uses. */
function onlyUsed(sheet: string, other: string): string {
  const used = new Set(Array.from((sheet + other).matchAll(/var\((--[\w-]+)/g), ([, name]) => name));
  const left = sheet.replace(/(--[\w-]+):[^;}]*;?/g, (all, name) => (used.has(name) ? all : ''));
  return left === sheet ? sheet : onlyUsed(left, other);
}

/** The file of maps. Rendered twice, because the letters to embed are only known after rendering. */
export const GET: APIRoute = async ({ props: { language } }) => {
  const draw = (font: string) =>
    renderToStaticMarkup(createElement(AreaMaps, { language, style: font + colors + mapSheet }));
  const letters = draw('').replace(/<(style|title)>.*?<\/\1>|<[^>]*>/g, '');
  return new Response(draw(await fontWith(letters)), { headers: { 'Content-Type': 'image/svg+xml' } });
};

/** An image cannot load fonts, so the letters it shows are embedded. */
async function fontWith(letters: string): Promise<string> {
  const font = readFileSync('.cache/overpass/overpass.woff2');
  const subset = await subsetFont(font, letters, { targetFormat: 'woff2', keepFeatures: [] });
  const url = `data:font/woff2;base64,${subset.toString('base64')}`;
  return `@font-face { font-family: Overpass; font-weight: 600 900; src: url(${url}) }`;
}
