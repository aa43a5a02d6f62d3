import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Marker } from '../components/Marker.tsx';
import { markerSheet } from '../components/marker-sheet.ts';

export const GET = () =>
  new Response(renderToStaticMarkup(createElement(Marker, { sheet: markerSheet })), {
    headers: { 'Content-Type': 'image/svg+xml' },
  });
