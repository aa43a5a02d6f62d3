import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Marker } from '../components/Marker.tsx';
import { servedSheet } from '../styles/served-sheet.ts';
import tokens from '../styles/tokens.css?raw';

const sheet = `
rect { fill: var(--place) }
rect + rect, path { fill: none; stroke: var(--on-sign); stroke-width: 1.5 }
path { stroke-width: 2.75; stroke-linejoin: round }
`;

export const GET = () =>
  new Response(renderToStaticMarkup(createElement(Marker, { sheet: servedSheet(tokens + sheet) })), {
    headers: { 'Content-Type': 'image/svg+xml' },
  });
