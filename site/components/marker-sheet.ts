import { colorOf } from '../styles/palette.ts';

/** The colors of a marker in a standalone file. */
export const markerSheet = `
rect { fill: ${colorOf('--place')} }
rect + rect, path { fill: none; stroke: ${colorOf('--on-sign')}; stroke-width: 1.5 }
path { stroke-width: 2.75; stroke-linejoin: round }
`;
