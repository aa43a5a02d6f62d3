import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** Returns a response with a drawing as a file. In XML, empty elements need no end tags. React writes them for HTML. */
export function respondWithSvg(drawing: ReactNode): Response {
  const svg = renderToStaticMarkup(drawing).replace(/<(\w+)([^<>]*)><\/\1>/g, '<$1$2/>');
  return new Response(svg, { headers: { 'Content-Type': 'image/svg+xml' } });
}
