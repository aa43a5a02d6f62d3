import { createElement } from 'react';
import { Drawings } from '../components/Drawings.tsx';
import { respondWithSvg } from '../respond-with-svg.ts';

/** The file of drawings that the landing page references. The first paint doesn't wait for it. */
export const GET = () => respondWithSvg(createElement(Drawings));
