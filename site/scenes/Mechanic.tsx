import type { ReactNode } from 'react';
import { amber, green, grey, ground, rust, white } from './paint.ts';

/** A mechanic without arms, six feet tall, from behind, in a reflective jacket; stands at 0 0. */
export function Mechanic() {
  return (
    <>
      {/* Work pants with a reflective band, and boots. */}
      <path fill={grey} stroke={ground} strokeWidth="1.5" d="M-8-28H8l2 26H2.5L0-19-2.5-2H-10z" />
      <path stroke={white} strokeWidth="2" d="M-8.7-10h4.8M4-10h4.8" />
      <path fill={ground} d="M-10.5-3.5h8.5V0h-10q-.5-2 1.5-3.5zM2-3.5h8.5q2 1.5 1.5 3.5H2z" />
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

interface WorkerProps {
  transform: string;
  arms: string;
  hands: string;
  /** What the left hand holds. */
  children?: ReactNode;
}

/** The mechanic with arms and gloves, as data of paths. */
export function Worker({ transform, arms, hands, children }: WorkerProps) {
  return (
    <g transform={transform}>
      <g strokeLinecap="round">
        <path stroke={ground} strokeWidth="8" d={arms} />
        <path stroke={amber} strokeWidth="5" d={arms} />
        {children}
        <path stroke={ground} strokeWidth="7.5" d={hands} />
        <path stroke={white} strokeWidth="5" d={hands} />
      </g>
      <use href="#mechanic" />
    </g>
  );
}

/** For a left arm like `M-7.5-42l-5 8 3 8`. */
export const Wrench = () => <path stroke={white} strokeWidth="2.5" d="M-9-21l-5 9" />;
