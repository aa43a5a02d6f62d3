import { createElement } from 'react';
import { Sprite } from '../components/Sprite.tsx';
import { respondWithSvg } from '../respond-with-svg.ts';

/** The first paint doesn't wait for it. */
export const GET = () => respondWithSvg(createElement(Sprite));
