import { amber, brown, chrome, circles, dusk, grey, ground, lamp, legend, red, steel } from '../paint.ts';
import { Stars, Use } from '../RoadScenes.tsx';

/** A 20-ton excavator with its bucket down, seven units to a foot. It faces left, because its cab is on its left. */
export function ConstructionEquipment() {
  return (
    <>
      <path fill="url(#dusk-sky)" d="M0 0h300v110H0z" />
      <Stars count={8} width={300} top={4} bottom={50} />
      <path fill={ground} d="M0 104l60-3 60 3h20l34-22 30-4 40 24 56 2v96H0z" />
      <path fill={grey} d="M0 146q80-5 160-3t140-2v60H0z" />
      <path
        stroke={chrome}
        strokeLinecap="round"
        strokeDasharray="14 30 4 22"
        d="M4 194q146-6 292 0M10 156h80"
      />
      <g transform="translate(8 178)">
        <ellipse fill={ground} opacity=".6" cx="170" cy="0" rx="92" ry="5" />
        {/* Boom, stick, and bucket, with their cylinders. */}
        <path fill={amber} stroke={ground} d="M141-54l-44-68q-4-7-11-3l-46 31 3 6 44-17 38 62z" />
        <path stroke={steel} strokeWidth="4" d="M128-44l-18-32" />
        <path stroke={grey} strokeWidth="7" d="M130-40l-10-20" />
        <path stroke={steel} strokeWidth="3.5" d="M84-130l-42 27" />
        <path stroke={grey} strokeWidth="6.5" d="M92-127l-26 14" />
        <path fill={amber} stroke={ground} d="M36-110l12-4 6 20-22 64-9-1 7-62z" />
        <path stroke={steel} strokeWidth="3" d="M32-92L18-52" />
        <path stroke={grey} strokeWidth="5.5" d="M33-96l-9 26" />
        <path stroke={grey} strokeWidth="4" d="M17-52l10 12M17-52l-3 22" />
        <path fill={grey} stroke={ground} d="M12-33l18 2q14 16 12 31l-4-3-4 2-4-3-4 2-4-3-5 1Q-2-12 12-33z" />
        <path stroke={chrome} d="M14-26q-10 14-4 20" />
        {/* The track with its rollers. */}
        <path fill={ground} stroke={chrome} d="M110-27h108a13.5 13.5 0 0 1 0 27H110a13.5 13.5 0 0 1 0-27z" />
        <path
          stroke={chrome}
          strokeWidth="3"
          strokeDasharray="6 2.5"
          d="M110-27h108a13.5 13.5 0 0 1 0 27H110a13.5 13.5 0 0 1 0-27z"
        />
        <path fill={grey} d="M122-19h84l6 6-6 6h-84l-6-6z" />
        <path fill={chrome} stroke={ground} strokeWidth="1.5" d={circles(8.5, [110, -13.5], [218, -13.5])} />
        <path fill={steel} d={circles(3, [110, -13.5], [218, -13.5])} />
        <path
          fill={chrome}
          stroke={ground}
          strokeWidth="1"
          d={circles(
            3,
            [130, -5],
            [143, -5],
            [156, -5],
            [169, -5],
            [182, -5],
            [195, -5],
            [145, -22.5],
            [183, -22.5],
          )}
        />
        {/* The swing bearing, the house with its counterweight, and the open engine compartment. */}
        <path fill={grey} d="M140-34h46v8h-46z" />
        <path fill={grey} stroke={ground} d="M116-40h134v7H116z" />
        <path fill={amber} stroke={ground} d="M150-40v-30h78v30z" />
        <path fill={brown} stroke={ground} d="M228-36v-36h14q14 2 14 18v12q0 6-6 6z" />
        <path fill={lamp} stroke={ground} d="M184-66h40v26h-40z" />
        <path fill={chrome} stroke={ground} strokeWidth="1.5" d="M190-56h28v16h-28z" />
        <path fill={red} stroke={ground} strokeWidth="1.5" d="M191-62h26v6h-26z" />
        <path fill={amber} stroke={ground} d="M184-66l-4-24h40l4 24z" />
        <path stroke={ground} d="M188-85h26M189-79h26M190-73h26" />
        <path stroke={ground} d="M154-66h24v22h-24z" />
        <path stroke={ground} strokeWidth="1.5" d="M158-61h16M158-57h16M158-53h16" />
        <path fill={chrome} stroke={ground} d="M230-72v-12h6v12z" />
        <path stroke={chrome} d="M152-71v-9h26v9" />
        {/* The cab. */}
        <path fill={amber} stroke={ground} d="M114-40v-28l8-28q1-4 5-4h18q5 0 5 5v55z" />
        <path fill={dusk} stroke={ground} d="M118-66l7-25h8v25zM137-91h9v25h-9z" />
        <path fill={dusk} stroke={ground} d="M118-62h15v14h-15z" />
        <path stroke={ground} d="M135-98v58M137-60h9" />
        <path fill={legend} d="M123-104h5v4h-5z" />
        <Use part="mechanic" transform="translate(193 -27) scale(.78)" />
      </g>
      <ellipse cx="238" cy="184" rx="46" ry="8" fill={lamp} opacity=".2" />
      {/* A toolbox. */}
      <path fill={red} stroke={ground} strokeWidth="1.5" d="M240 172h26v12h-26zM240 172v-5h26v5z" />
      <path stroke={ground} strokeWidth="1.5" d="M247 167v-4h12v4M252 172v3h3v-3" />
      <Use part="cone" x={286} y={188} />
    </>
  );
}
