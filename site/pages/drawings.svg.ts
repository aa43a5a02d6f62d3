import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Drawings } from '../components/Drawings.tsx';

/** The file of drawings that pages reference. Browsers load it once, after the first paint. */
export const GET = () =>
  new Response(renderToStaticMarkup(createElement(Drawings)), {
    headers: { 'Content-Type': 'image/svg+xml' },
  });
