import { Worker, Wrench } from '../Mechanic.tsx';
import {
  amber,
  brown,
  chrome,
  circles,
  dusk,
  grey,
  ground,
  lamp,
  legend,
  red,
  steel,
  white,
} from '../paint.ts';
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
        <path fill={amber} stroke={ground} d="M36-110l12-4 6 20-22 64-9-1 7-62z" />
        <path stroke={grey} strokeWidth="4" d="M17-52l10 12M17-52l-3 22" />
        <path fill={steel} stroke={ground} d="M12-33l18 2q14 12 12 25H9Q-2-18 12-33z" />
        <path stroke={white} strokeWidth="6" strokeDasharray="4 3" d="M9-3h32" />
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
        <path fill={grey} stroke={ground} d="M103-40h147v7h-147z" />
        <path fill={amber} stroke={ground} d="M150-40v-30h78v30z" />
        <path fill={brown} stroke={ground} d="M228-36v-36h14q14 2 14 18v12q0 6-6 6z" />
        <path stroke={ground} d="M154-66h24v22h-24zM200-66h24v22h-24z" />
        <path
          stroke={ground}
          strokeWidth="1.5"
          d="M158-61h16M158-57h16M158-53h16M204-61h16M204-57h16M204-53h16"
        />
        {/* The engine below its hood, which stands open on the far side. */}
        <path fill={amber} stroke={ground} d="M196-70l4-38h34l-4 38z" />
        <path fill={lamp} d="M201-72l3-32h26l-3 32z" />
        <path fill={chrome} stroke={ground} d="M203-70v-9h20v9z" />
        <path fill={red} stroke={ground} d="M205-86h17v8h-17z" />
        <path fill={chrome} stroke={ground} d="M234-72v-16h6v16z" />
        <path stroke={chrome} d="M152-71v-9h26v9" />
        {/* The cab. */}
        <path fill={amber} stroke={ground} d="M114-40v-28l8-28q1-4 5-4h18q5 0 5 5v55z" />
        <path fill={dusk} stroke={ground} d="M118-66l7-25h8v25zM137-91h9v25h-9z" />
        <path fill={dusk} stroke={ground} d="M118-62h15v14h-15z" />
        <path stroke={ground} d="M135-98v58M137-60h9" />
        <path fill={legend} d="M123-104h5v4h-5z" />
        {/* The cylinders of boom, stick, and bucket: rods, barrels on the same axes, and pins. */}
        <path stroke={steel} strokeWidth="3.5" d="M108-37l-1-56M95-129l-53 16M34-96L17-52" />
        <path stroke={ground} strokeWidth="8" d="M108-37l-.6-32M95-129l-32 9.7M34-96l-9 23.3" />
        <path stroke={grey} strokeWidth="5" d="M108-38l-.6-30M94-128.7l-30 9M33.6-95l-8.2 21.3" />
        <path
          fill={chrome}
          stroke={ground}
          strokeWidth="1.5"
          d={circles(3, [108, -38], [107, -93], [95, -128], [42, -113], [34, -96], [17, -52])}
        />
        <Worker
          transform="translate(188 -27)"
          arms="M-7.5-42l-5 8 3 8M8-42l7 1 5-7"
          hands="M-9.2-25.5l.5 1.5M20.5-48.5l1-1"
        >
          <Wrench />
        </Worker>
      </g>
      {/* A toolbox. */}
      <path fill={red} stroke={ground} strokeWidth="1.5" d="M240 172h26v12h-26zM240 172v-5h26v5z" />
      <path stroke={ground} strokeWidth="1.5" d="M247 167v-4h12v4M252 172v3h3v-3" />
      <Use part="cone" x={286} y={188} />
    </>
  );
}
