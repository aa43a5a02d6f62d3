import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import sharp from 'sharp';
import { isAlwaysAnswered } from '../../content/hours.ts';
import { getColor } from '../styles/palette.ts';
import { LogoMarker } from './LogoMarker.tsx';
import { logo } from './logo-file.ts';

/** The styles of the marker in a standalone file. */
const markerStyles = `
rect { fill: ${getColor('--place')} }
rect + rect, path { fill: none; stroke: ${getColor('--on-sign')}; stroke-width: 1.5 }
path { stroke-width: 2.75; stroke-linejoin: round }
`;

/** The logo or the marker as a standalone SVG. */
export const mark =
  logo ?? renderToStaticMarkup(createElement(LogoMarker, { isAlwaysAnswered, styles: markerStyles }));

const encoded = Buffer.from(mark).toString('base64');

/** The mark on the header's background color, so it suits browser tabs of any color. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 180 180">
<rect width="180" height="180" fill="${getColor('--road')}"/>
<image x="22" y="22" width="136" height="136" href="data:image/svg+xml;base64,${encoded}"/>
</svg>`;

/** Draws the mark as a PNG that fits into this many pixels. Without `width`, it fits into a square. */
export function drawMark(height: number, width = height): Promise<Buffer> {
  return sharp(Buffer.from(mark), { density: 400 }).resize({ width, height, fit: 'inside' }).png().toBuffer();
}
