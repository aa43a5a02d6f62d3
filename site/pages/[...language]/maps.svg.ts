import { readFileSync } from 'node:fs';
import type { APIRoute } from 'astro';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import subsetFont from 'subset-font';
import { areas } from '../../gazetteer/areas.ts';
import { AreaMaps } from '../../map/AreaMaps.tsx';
import mapSheet from '../../map/map.css?inline';
import { respondWithSvg } from '../../respond-with-svg.ts';
import { listLanguagePaths } from '../../routes.ts';
import tokens from '../../styles/tokens.css?inline';

export const getStaticPaths = () => (areas.some(({ geography }) => geography) ? listLanguagePaths() : []);

/** The colors that a map uses, and the colors that they refer to. */
const colors = removeUnusedProperties(tokens, mapSheet);

/** Returns a sheet without the custom properties that neither the sheet nor the other sheet uses. */
function removeUnusedProperties(sheet: string, other: string): string {
  const used = new Set(Array.from((sheet + other).matchAll(/var\((--[\w-]+)/g), ([, name]) => name));
  const remaining = sheet.replace(/(--[\w-]+):[^;}]*;?/g, (all, name) => (used.has(name) ? all : ''));
  return remaining === sheet ? sheet : removeUnusedProperties(remaining, other);
}

/** Renders the file of maps twice, because the letters to embed are known only after rendering. */
export const GET: APIRoute = async ({ props: { language } }) => {
  const draw = (font: string) => createElement(AreaMaps, { language, style: font + colors + mapSheet });
  const letters = renderToStaticMarkup(draw('')).replace(/<(style|title)>.*?<\/\1>|<[^>]*>/g, '');
  return respondWithSvg(draw(await embedFont(letters)));
};

/** Returns a style rule with the font for these letters. The font is embedded, because images can't load fonts. */
async function embedFont(letters: string): Promise<string> {
  const font = readFileSync('.cache/overpass/overpass.woff2');
  const subset = await subsetFont(font, letters, { targetFormat: 'woff2', keepFeatures: [] });
  const url = `data:font/woff2;base64,${subset.toString('base64')}`;
  return `@font-face { font-family: Overpass; font-weight: 600 900; src: url(${url}) }`;
}
