import { createElement } from 'react';
import { Drawings } from '../components/Drawings.tsx';
import { respondWithSvg } from '../respond-with-svg.ts';

/** The file of drawings that pages reference. Browsers load it once, after the first paint. */
export const GET = () => respondWithSvg(createElement(Drawings));
