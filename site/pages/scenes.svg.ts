import { createElement } from 'react';
import { business } from '../../content/business.ts';
import { aboutPhoto, gallery } from '../../content/gallery.ts';
import { isAlwaysAnswered } from '../../content/hours.ts';
import { respondWithSvg } from '../respond-with-svg.ts';
import { Scenes } from '../scenes/Scenes.tsx';

/** The file of scenes and drawings, which browsers load when the first of them is near or shown. */
export function GET(): Response {
  const { name: title, worksOnShoulders } = business;
  const names = gallery.flatMap((item) => (item.type === 'drawing' ? item.drawing : []));
  const drawing = createElement(Scenes, {
    title,
    worksOnShoulders,
    isAlwaysAnswered,
    names: aboutPhoto ? names : [...names, 'cutaway' as const],
  });
  return respondWithSvg(drawing);
}
