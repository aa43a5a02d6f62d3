import { areas } from '../gazetteer/areas.ts';
import { suggestedHighways } from '../gazetteer/highways-near.ts';

/** Suggested highways, by their common names. Others can be typed. */
export const highways = suggestedHighways(areas);
