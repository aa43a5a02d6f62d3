import { colorOf } from '../styles/palette.ts';

/** The colors of the drawings, named by their most frequent use. */
export const ground = colorOf('--roadside');
export const asphalt = colorOf('--road');
export const grey = colorOf('--road-line');
export const chrome = colorOf('--truss');
export const steel = colorOf('--trailer');
export const blue = colorOf('--cab');
export const white = colorOf('--on-sign-muted');
export const amber = colorOf('--beacon');
export const brown = colorOf('--beacon-dim');
export const red = colorOf('--tail-light');
export const rust = colorOf('--ember');
export const green = colorOf('--place');
export const legend = colorOf('--on-sign');
export const night = colorOf('--night');
export const dusk = colorOf('--dusk');
export const lamp = colorOf('--lamp');
export const haze = colorOf('--haze');
export const dawn = colorOf('--dawn');
export const sun = colorOf('--sun');

/** Returns path data for circles of one radius around several points. */
export const circles = (radius: number, ...centers: (readonly [x: number, y: number])[]) =>
  centers.map(([x, y]) => `M${x - radius} ${y}a${radius} ${radius} 0 1 0 0-.01z`).join('');
