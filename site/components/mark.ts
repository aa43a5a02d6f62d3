import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import sharp from 'sharp';
import { colorOf } from '../styles/palette.ts';
import { logo } from './logo.ts';
import { Marker } from './Marker.tsx';

/** The colors of a marker in a standalone file. */
const markerSheet = `
rect { fill: ${colorOf('--place')} }
rect + rect, path { fill: none; stroke: ${colorOf('--on-sign')}; stroke-width: 1.5 }
path { stroke-width: 2.75; stroke-linejoin: round }
`;

/** The logo or the marker as a standalone SVG. */
export const mark = logo ?? renderToStaticMarkup(createElement(Marker, { sheet: markerSheet }));

/** The mark as a PNG that fits into a square of this many pixels. */
export function markPicture(size: number): Promise<Buffer> {
  return sharp(Buffer.from(mark), { density: 400 })
    .resize({ width: size, height: size, fit: 'inside' })
    .png()
    .toBuffer();
}
