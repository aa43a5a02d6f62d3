import { amber, asphalt, chrome, green, grey, ground, legend, red, rust, steel, white } from './paint.ts';

/** A freeway at night, seen from beyond its right shoulder, whose edge line is at y = -13. Nine units are a foot. */
export function Road() {
  return (
    <>
      <path fill={ground} d="M-1200-58l900-6 700 6 600-6 1600 4V900h-3800z" />
      <path fill={asphalt} d="M-1200-49h3800v40h-3800z" />
      <path stroke={amber} strokeWidth="3" d="M-1200-46h3800" />
      {/* The reflectors on the lane line, and the dashes between them. No dash ends at the truck. */}
      <path stroke={white} strokeWidth="3" strokeDasharray="6 234" d="M-990-34h3600" />
      <path fill={grey} d="M-1200-13h3800v34h-3800z" />
      <path stroke={white} strokeWidth="4" d="M-1200-13h3800" />
      <path stroke={asphalt} strokeWidth="5" strokeDasharray="3 5" d="M-1200-6h3800" />
    </>
  );
}

/** A lot at an exit, drawn over the shoulder: a verge, a curb, and painted stalls. */
export function Lot() {
  return (
    <>
      <path fill={ground} d="M-1200-24h3800v14h-3800z" />
      <path fill={steel} d="M-1200-12h3800v4h-3800z" />
      <path fill={grey} d="M-1200-8h3800v44h-3800z" />
      <path
        stroke={white}
        strokeWidth="3"
        d="M-1180 36l36-42m324 42l36-42m324 42l36-42m324 42l36-42m324 42l36-42m1140 42l36-42m324 42l36-42m324 42l36-42m324 42l36-42"
      />
    </>
  );
}

/**
 * The positions of the reflective triangles behind the trailer. Their distances grow like the 10, 100, and 200 feet of
 * 49 CFR 392.22, but the drawing has no room for the full distances.
 */
export const triangles = [710, 648, 516];

/** A reflective warning triangle on its feet, which one can see through. Its base is at 0 0. */
export function Triangle() {
  return (
    <>
      <path stroke={ground} strokeWidth="3" d="M-13 4h7M6 4h7" />
      <path stroke={red} strokeWidth="4" d="M-10 0L0-18 10 0z" />
    </>
  );
}

/** A traffic cone with its base at 0 0. */
export function Cone() {
  return (
    <>
      <path fill={rust} d="M-1.5-25h3l6 22h-15z" />
      <path fill={white} d="M-3.5-17h7l1.4 5h-9.8z" />
      <path fill={rust} stroke={ground} strokeWidth="1" d="M-10-3h20v3h-20z" />
    </>
  );
}

const digits = { 7: 'M-8-24h15L-2-6', 8: 'M0-26a4.5 4.5 0 1 0 .1 0zM0-17a5.5 5 0 1 0 .1 0z' };

/** A mile marker (MUTCD D10-2) with a 1 and another digit. Its base is at 0 51. */
export function Marker({ digit }: { digit: keyof typeof digits }) {
  return (
    <>
      <path stroke={chrome} strokeWidth="6" d="M0 51V-9" />
      <g stroke={legend}>
        <path fill={green} strokeWidth="3" d="M-16-76h32v76h-32z" />
        <path d="M-12-61v-9l3 5 3-5v9M-2-70v9M2-70v8h5M13-69H9v7h4M9-66h3" />
        <path strokeWidth="5" strokeLinejoin="bevel" d={`M-7-49l7-4v23${digits[digit]}`} />
      </g>
    </>
  );
}

/** A sign in an exit's gore (MUTCD E5-1a), whose paint is hatched. Its posts end at y = 24. */
export function ExitSign() {
  return (
    <>
      <path stroke={white} strokeWidth="2.5" d="M26 16l-90 10 90 10M-30 23l16 8M-8 20l24 14" />
      <path stroke={chrome} strokeWidth="6" d="M-14 24v-30M14 24v-30" />
      <g stroke={legend} strokeLinejoin="bevel">
        <path fill={green} strokeWidth="3" strokeLinejoin="round" d="M-28-90h56v86h-56z" />
        <path strokeWidth="3" d="M-11-83h-8v12h8M-19-77h6M-6-83l8 12M2-83l-8 12M7-84v14M11-83h10M16-83v12" />
        <path strokeWidth="5" d="M-15-57l6-4v22M-1-59h15L4-38" />
        <path strokeWidth="4" d="M-11-10l19-18M-3-28H8v11" />
      </g>
    </>
  );
}
