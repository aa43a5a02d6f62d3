import { Lettering } from '../Lettering.tsx';
import { Worker } from '../Mechanic.tsx';
import {
  amber,
  asphalt,
  blue,
  brown,
  chrome,
  dusk,
  gray,
  ground,
  lamp,
  rust,
  silver,
  steel,
  white,
} from '../paint.ts';
import { Use } from '../RoadScenes.tsx';

const trucks = [
  { number: 7, color: blue, x: 46 },
  { number: 8, color: blue, x: 150 },
  { number: 9, color: rust, x: 254 },
];

/** Three tractors in a yard at sunrise, and a mechanic with a checklist who shines a flashlight at a tire. */
export function FleetMaintenance() {
  return (
    <>
      <path fill="url(#dawn-sky)" d="M0 0h300v110H0z" />
      <Use part="hills" />
      <path fill={gray} d="M0 124h300v76H0z" />
      <path stroke={silver} strokeWidth="3" d="M102 128l-4 72M198 128l4 72" />
      {trucks.map(({ number, color, x }) => (
        <g key={number} fill={color}>
          <Use part="front" transform={`translate(${x} 174) scale(.92)`} />
          <Lettering lines={[`${number}`]} x={x} y={78} height={8} centered stroke={white} />
        </g>
      ))}
      <path fill={lamp} opacity=".2" d="M139 137l46 21-11 15-40-27z" />
      <ellipse fill="url(#lamp-light)" cx="179" cy="166" rx="20" ry="18" />
      <Worker
        transform="translate(98 153) scale(1.16)"
        lean={12}
        far="M6-14l9 3 10-3"
        near="M1-14l3 11 8 1"
        hands="M26-14l1 .5M13-1.5l1-.5"
      >
        {/* The flashlight, and the clipboard. */}
        <path stroke={ground} strokeWidth="5" d="M22-16.5l8 4.4" />
        <path stroke={chrome} strokeWidth="3" d="M22-16.5l8 4.4" />
        <path fill={lamp} stroke={ground} strokeWidth="1" d="M35-14l-4 8-3-4 3-5z" />
        <path fill={brown} stroke={ground} strokeWidth="1" d="M9-3l6-10 9 5-6 10z" />
        <path fill={lamp} d="M11-3.5l4.5-7.5 6.5 3.7-4.5 7.5z" />
      </Worker>
    </>
  );
}

/** A conventional tractor from the front, with its tires at 0 0. Its color is the surrounding group's `fill`. */
export function FrontOfTractor() {
  return (
    <>
      <ellipse fill={ground} opacity=".7" rx="44" ry="4" />
      <path
        fill={chrome}
        stroke={ground}
        d="M-36-48v-76q0-5-4-7l6-3q4 4 4 10v76zM36-48v-76q0-5 4-7l-6-3q-4 4-4 10v76z"
      />
      {/* The underside with the rear tires, the oil pan, and the steer axle. */}
      <path fill={ground} d="M-27-24h54v20h-54z" />
      <path fill={asphalt} stroke={gray} d="M-26-15h10v14h-10zM16-15h10v14h-10z" />
      <path fill={chrome} d="M-9-15H9v9q0 3-3 3H-6q-3 0-3-3z" />
      <path fill="none" stroke={steel} strokeWidth="3" d="M-28-12h6l4 2h36l4-2h6" />
      {/* The steer tires with their tread, and a chock in front of one. */}
      <path fill={asphalt} stroke={ground} d="M-37-18h10v18h-10zM27-18h10v18h-10z" />
      <path stroke={chrome} d="M-34-14v13M-30-14v13M30-14v13M34-14v13" />
      <path fill={amber} stroke={ground} strokeWidth="1.5" d="M-38 2l2-7h8l2 7z" />
      {/* Roof, cab, windshield in two panes that reflect the sky, and visor. */}
      <path stroke={ground} d="M-31-90l2-24q1-5 6-5h46q5 0 6 5l2 24z" />
      <path stroke={ground} d="M-35-44l4-52q1-5 6-5h50q5 0 6 5l4 52z" />
      <path fill={dusk} stroke={ground} d="M-29-72l2-19h25v19zM2-91h25l2 19H2z" />
      <path fill={steel} stroke={ground} d="M-30-92q30-6 60 0l2 4q-32-5-64 0z" />
      {/* The hood with its fenders, the grille, and the headlights. */}
      <path stroke={ground} d="M-40-26v-15q1-10 13-12l3-18q24-5 48 0l3 18q12 2 13 12v15z" />
      <path stroke={ground} d="M-24-53l-3 27M24-53l3 27" />
      <path fill={steel} stroke={ground} d="M-18-66q18-4 36 0l2 38h-40z" />
      <path stroke={ground} d="M-12-64v36M-6-65v37M0-65v37M6-65v37M12-64v36M-19-46h38" />
      <path fill={silver} stroke={ground} strokeWidth="1.5" d="M-38-45h9v8h-9zM29-45h9v8h-9z" />
      {/* The bumper with its plate, the mirrors, and the lamps. */}
      <path fill={steel} stroke={ground} d="M-41-26h82v8q0 4-4 5l-12 1h-50l-12-1q-4-1-4-5z" />
      <path fill={silver} d="M-7-23H7v7H-7z" />
      <path fill={steel} stroke={ground} strokeWidth="1.5" d="M-46-92h6v22h-6zM40-92h6v22h-6z" />
      <path stroke={steel} d="M-40-86h8M-40-74h8M40-86h-8M40-74h-8" />
      <path stroke={amber} strokeWidth="4" strokeLinecap="round" strokeDasharray="0 11" d="M-22-100h44.1" />
    </>
  );
}
