import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Drawings } from '../components/Drawings.tsx';

/** The drawings that pages show by reference: after the first paint, and once for all of them. */
export const GET = () =>
  new Response(renderToStaticMarkup(createElement(Drawings)), {
    headers: { 'Content-Type': 'image/svg+xml' },
  });
