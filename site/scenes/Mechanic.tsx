import { amber, green, grey, ground, rust, white } from './paint.ts';

/** A mechanic, six feet tall, from behind, in a reflective jacket; stands at 0 0 and reaches to the right. */
export function Mechanic() {
  return (
    <>
      {/* Work pants with a reflective band, and boots. */}
      <path fill={grey} stroke={ground} strokeWidth="1.5" d="M-8-28H8l2 26H2.5L0-19-2.5-2H-10z" />
      <path stroke={white} strokeWidth="2" d="M-8.7-10h4.8M4-10h4.8" />
      <path fill={ground} d="M-10.5-3.5h8.5V0h-10q-.5-2 1.5-3.5zM2-3.5h8.5q2 1.5 1.5 3.5H2z" />
      {/* The arm with a wrench, then the one that reaches. */}
      <path stroke={ground} strokeWidth="8" strokeLinecap="round" d="M-7.5-42l-5 8 3 8M8-42l7 1 7-7" />
      <path stroke={amber} strokeWidth="5" strokeLinecap="round" d="M-7.5-42l-5 8 3 8M8-42l7 1 7-7" />
      <path stroke={white} strokeWidth="2.5" strokeLinecap="round" d="M-9-21l-5 9" />
      <path stroke={ground} strokeWidth="7.5" strokeLinecap="round" d="M-9.2-25.5l.5 1.5M22.5-48.5l1-1" />
      <path stroke={white} strokeWidth="5" strokeLinecap="round" d="M-9.2-25.5l.5 1.5M22.5-48.5l1-1" />
      <path fill={amber} stroke={ground} strokeWidth="1.5" d="M-5-47H5q4.5 1 5 6L9-25H-9l-1-16q.5-5 5-6z" />
      <path stroke={white} strokeWidth="2.5" d="M-5-46v21M5-46v21M-9-31H9" />
      {/* Head and cap. */}
      <path fill={rust} d="M-3.5-50h7v3.5Q0-44-3.5-46.5z" />
      <path
        fill={green}
        stroke={ground}
        strokeWidth="1.5"
        d="M-5.5-50v-2.5q0-5.5 5.5-5.5t5.5 5.5v2.5q-5.5 1.5-11 0z"
      />
    </>
  );
}
