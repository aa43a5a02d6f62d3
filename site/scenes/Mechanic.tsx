import type { ReactNode } from 'react';
import { amber, brown, chrome, dawn, green, ground, lamp, red, rust, silver } from './paint.ts';

interface TorsoProps {
  jacket: string;
  cap: string;
  /** The reflective bands. */
  children?: ReactNode;
}

/** A person's upper body in profile, facing right. The hip is at 0 0. */
export function Torso({ jacket, cap, children }: TorsoProps) {
  return (
    <g stroke={ground} strokeWidth="1.5">
      <path fill={jacket} d="M-7 2l-1-14q0-8 6-8h4q6 1 6 9l-1 13z" />
      {children}
      {/* Neck and face, eye, hair, and cap. */}
      <path fill={dawn} d="M-3-19v-8h9v4q4 4 2 4H6v2q-1 2-4 2v2z" />
      <path d="M4-24.5v1" />
      <path fill={brown} d="M-4-27h6l-1 4-2 1v3h-3q-2-4 0-8z" />
      <path fill={cap} d="M-5-25.5q-1-9 5.5-9t6 5.5l6 1.5v2z" />
    </g>
  );
}

/** The mechanic's torso, in a reflective jacket and safety glasses. */
export function Mechanic() {
  return (
    <>
      <Torso jacket={amber} cap={green}>
        <path stroke={silver} strokeWidth="2.5" d="M-7-4H7M-2-19v14" />
      </Torso>
      <path fill={silver} stroke={ground} strokeWidth="1" d="M-2-24.5h4v-1h5v3H3.5q-1.5 0-1.5-2" />
    </>
  );
}

interface WorkerProps {
  /** Moves the hip to its position. The hip of an upright person is about 28 units above the ground. */
  transform: string;
  torso?: ReactNode;
  sleeves?: string;
  /** The angle of the person's forward lean, in degrees. */
  lean?: number;
  legs?: string;
  boots?: string;
  /** The arms: the first is behind the chest, and the second is in front of it. */
  far: string;
  near: string;
  hands: string;
  gloves?: string;
  /** The thing in a hand. */
  children?: ReactNode;
}

/** The legs and boots of a person who kneels on one knee. The hip is about 17 units above the ground. */
export const kneeling = {
  legs: 'M-1 0l5 14h-17M2 0l14-1-2 13',
  boots: 'M-14 11v6h-4q-3-3-1-7zM11 10h6v3q5 0 5 3.5H11z',
};

/** The mechanic or another person. The limbs, boots, and gloves are path data. */
export function Worker({
  transform,
  torso = <use href="#mechanic" />,
  sleeves = amber,
  lean,
  legs = 'M-2 0l-3 24M1 0l5 24',
  boots = 'M-8 22h6v3q5 0 5 3.5H-8zM3 22h6v3q5 0 5 3.5H3z',
  far,
  near,
  hands,
  gloves = silver,
  children,
}: WorkerProps) {
  return (
    <g transform={transform} strokeLinecap="round">
      <Limbs color={sleeves} d={far} />
      <Limbs color={chrome} d={legs} />
      <path fill={brown} stroke={ground} strokeWidth="1.5" d={boots} />
      {lean ? <g transform={`rotate(${lean})`}>{torso}</g> : torso}
      <Limbs color={sleeves} d={near} />
      {sleeves === amber && (
        <path
          stroke={silver}
          strokeWidth="5"
          strokeLinecap="butt"
          strokeDasharray="0 17 3 99"
          d={legs + near}
        />
      )}
      {children}
      <Limbs color={gloves} d={hands} />
    </g>
  );
}

/** A ratchet, which a hand at 0 0 holds. Its head is at 10 0. */
export const Ratchet = ({ transform }: { transform: string }) => (
  <g transform={transform} stroke={silver}>
    <path d="M-5 0H9" />
    <circle cx="10" r="2" fill={chrome} strokeWidth="1.5" />
  </g>
);

/** An open-end wrench, which a hand at 0 0 holds. */
export const Wrench = ({ transform }: { transform: string }) => (
  <path transform={transform} stroke={silver} d="M-3 0H8l3-3M8 0l3 3" />
);

const driver = {
  torso: <Torso jacket={red} cap={rust} />,
  sleeves: red,
  gloves: dawn,
};

/** The stranded driver, on the phone. */
export const CallingDriver = () => (
  <Worker
    {...driver}
    transform="translate(1273 -18) scale(.82)"
    far="M3-14l5 9 6-1"
    near="M-1-14l6 8 5-13"
    hands="M10-20v-1"
  >
    <path stroke={lamp} strokeWidth="4" strokeLinecap="butt" d="M9-20l2-10" />
  </Worker>
);

/** The driver, who shows the mechanic the engine. */
export const PointingDriver = () => (
  <Worker
    {...driver}
    transform="translate(1273 -9) scale(.82)"
    far="M-1-14l9 3 10-3"
    near="M-1-14l9 3 10-3"
    hands="M18-14v-1"
  />
);

function Limbs({ color, d }: { color: string; d: string }) {
  return (
    <>
      <path stroke={ground} strokeWidth="8" d={d} />
      <path stroke={color} strokeWidth="5" d={d} />
    </>
  );
}
