import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { business } from '../../content/business.ts';
import { aboutPhoto, gallery } from '../../content/gallery.ts';
import { Scenes } from '../scenes/Scenes.tsx';

/** The drawings that pages show below the first screen: one file, loaded once the first of them is near. */
export function GET(): Response {
  const { name: title, worksOnShoulders } = business;
  const names = gallery.flatMap((item) => (item.type === 'drawing' ? item.drawing : []));
  const drawing = createElement(Scenes, {
    title,
    worksOnShoulders,
    names: aboutPhoto ? names : [...names, 'cutaway' as const],
  });
  return new Response(renderToStaticMarkup(drawing), { headers: { 'Content-Type': 'image/svg+xml' } });
}
