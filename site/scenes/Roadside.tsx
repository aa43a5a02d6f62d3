import { amber, asphalt, chrome, gray, green, ground, red, silver, steel, white } from './paint.ts';

/** A freeway, seen from beyond its right shoulder. The edge line is at y = -13. Along it, nine units are a foot. */
export function Road() {
  return (
    <>
      <path fill={ground} d="M-1200-58l900-6 700 6 600-6 1600 4V900h-3800z" />
      <path fill={asphalt} d="M-1200-49h3800v40h-3800z" />
      <path stroke={amber} strokeWidth="3" d="M-1200-46h3800" />
      <path fill={gray} d="M-1200-13h3800v34h-3800z" />
      <path stroke={silver} strokeWidth="4" d="M-1200-13h3800" />
      <path stroke={asphalt} strokeWidth="5" strokeDasharray="3 5" d="M-1200-6h3800" />
    </>
  );
}

/** A paved lot at an exit, drawn over the shoulder behind a verge and a curb. */
export function Lot() {
  return (
    <>
      <path fill={ground} d="M-1200-24h3800v14h-3800z" />
      <path fill={steel} d="M-1200-12h3800v4h-3800z" />
      <path fill={gray} d="M-1200-8h3800v29h-3800z" />
    </>
  );
}

/**
 * The positions of the reflective triangles behind the trailer. The first is 11 feet behind it. The others should be
 * 100 and 200 feet behind it (49 CFR 392.22), but the drawing has no room for that.
 */
export const triangles = [640, 548, 456];

/** The position of the sign in the grass. There, it hides no triangle. */
export const signX = 385;

/** A see-through warning triangle on its feet, with its base at 0 0. */
export function Triangle() {
  return (
    <>
      <path stroke={ground} strokeWidth="3" d="M-13 4h7M6 4h7" />
      <path stroke={red} strokeWidth="4" d="M-10 0L0-18 10 0z" />
    </>
  );
}

/** A wheel chock with its tip at 0 1. Its slope faces left, where the tire is. */
export const Chock = () => <path fill={amber} stroke={ground} d="M0 1l9-10h4V1z" />;

/** A toolbox with the middle of its base at 0 0. */
export const Toolbox = () => (
  <path fill={red} stroke={ground} strokeWidth="1.5" d="M-10 0v-13h20v13zm0-9h20m-14-4v-3h8v3" />
);

/** A traffic cone with its base at 0 0. */
export function Cone() {
  return (
    <>
      <path fill={red} d="M-1.5-25h3l6 22h-15z" />
      <path fill={silver} d="M-3-19h6l1 4h-8zM-4.8-12h9.6l.8 3h-11.2z" />
      <path fill={red} stroke={ground} strokeWidth="1" d="M-10-3h20v3h-20z" />
    </>
  );
}

const digits = { 7: 'M-8-24h15L-2-6', 8: 'M0-26a4.5 4.5 0 1 0 .1 0zM0-17a5.5 5 0 1 0 .1 0z' };

/** A mile marker (MUTCD D10-2) with a 1 and another digit. Its base is at 0 51. */
export function MileMarker({ digit }: { digit: keyof typeof digits }) {
  return (
    <>
      <path stroke={chrome} strokeWidth="6" d="M0 51V-9" />
      <g stroke={white}>
        <path fill={green} strokeWidth="3" d="M-16-76h32v76h-32z" />
        <path d="M-12-61v-9l3 5 3-5v9M-2-70v9M2-70v8h5M13-69H9v7h4M9-66h3" />
        <path strokeWidth="5" strokeLinejoin="bevel" d={`M-7-49l7-4v23${digits[digit]}`} />
      </g>
    </>
  );
}

/**
 * An exit's sign, like the MUTCD's E5-1a but narrower. It is in the grass next to the freeway. Its posts end at 0 0.
 */
export function ExitSign() {
  return (
    <>
      <path stroke={chrome} strokeWidth="5" d="M-14 0v-30M14 0v-30" />
      <g stroke={white} strokeLinejoin="bevel">
        <path fill={green} strokeWidth="3" strokeLinejoin="round" d="M-27-98h54v76h-54z" />
        <path
          strokeWidth="3"
          strokeLinejoin="miter"
          d="M-11-90h-8v11h8M-19-84.5h7M-7.5-91.5l9 14M1.5-91.5l-9 14M7-91.5v14M11-90h10M16-90v12.5"
        />
        <path strokeWidth="5" d="M-14-66l6-4v21M1-67.5h13l-8 18.5" />
        <path strokeWidth="4" d="M-9-26l16-14M-3-40H8v10" />
      </g>
    </>
  );
}
