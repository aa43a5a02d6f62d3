import { getColor } from '../styles/palette.ts';

/** The colors of the drawings, named after a color or a frequent use. */
export const ground = getColor('--roadside');
export const asphalt = getColor('--road');
export const gray = getColor('--road-line');
export const chrome = getColor('--truss');
export const steel = getColor('--trailer');
export const blue = getColor('--cab');
export const silver = getColor('--on-sign-muted');
export const amber = getColor('--beacon');
export const brown = getColor('--beacon-dim');
export const red = getColor('--tail-light');
export const rust = getColor('--ember');
export const green = getColor('--place');
export const white = getColor('--on-sign');
export const night = getColor('--night');
export const dusk = getColor('--dusk');
export const afterglow = getColor('--afterglow');
export const lamp = getColor('--lamp');
export const haze = getColor('--haze');
export const dawn = getColor('--dawn');
export const sun = getColor('--sun');

/** Returns path data for circles of one radius around several points. */
export const circles = (radius: number, ...centers: (readonly [x: number, y: number])[]) =>
  centers.map(([x, y]) => `M${x - radius}${y < 0 ? '' : ' '}${y}a${radius} ${radius} 0 1 0 0-.01z`).join('');
