import { areas } from '../gazetteer/areas.ts';
import { roadsNear } from '../gazetteer/roads-near.ts';

const near = areas.flatMap(roadsNear);

/** The roads' common names. */
export const roadNames = [...new Set(near.map(({ name }) => name))];

/**
 * Road segments: index of the name, 1 if the source is finer than 100 m, and the line: longitude and latitude
 * of its first point in ten-thousandths of a degree, then deltas.
 */
export const roads = near.map(({ name, fine, line }) => [roadNames.indexOf(name), fine, line] as const);
