import { createElement } from 'react';
import { DrawingSheet } from '../components/DrawingSheet.tsx';
import { respondWithSvg } from '../respond-with-svg.ts';

/** The drawing sheet that the landing page references. The first paint doesn't wait for it. */
export const GET = () => respondWithSvg(createElement(DrawingSheet));
