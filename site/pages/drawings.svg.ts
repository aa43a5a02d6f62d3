import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Drawings } from '../components/Drawings.tsx';

/** The drawings that pages reference: loaded after the first paint, and only once. */
export const GET = () =>
  new Response(renderToStaticMarkup(createElement(Drawings)), {
    headers: { 'Content-Type': 'image/svg+xml' },
  });
