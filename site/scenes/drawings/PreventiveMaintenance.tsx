import { kneeling, Worker } from '../Mechanic.tsx';
import {
  amber,
  asphalt,
  blue,
  brown,
  chrome,
  circles,
  gray,
  ground,
  lamp,
  red,
  silver,
  steel,
} from '../paint.ts';
import { Chocks, Use } from '../RoadScenes.tsx';

/**
 * A left-facing tractor's oil drains into a pan, and the mechanic removes its filter. The new oil is in ten jugs: 40
 * quarts.
 */
export function PreventiveMaintenance() {
  return (
    <>
      <path fill="url(#first-light)" d="M0-60h300v170H0z" />
      <Use part="hills" />
      <path fill={chrome} d="M0 124h300v76H0z" />
      <g transform="translate(21 29) scale(.86)">
        <g transform="matrix(-2.2 0 0 2.2 3072 182)" strokeWidth="1.2">
          <ellipse fill={ground} opacity=".5" cx="1300" rx="96" ry="4" />
          <Use part="tractor" />
          {/* The block, and below it the oil pan with its drain hole. */}
          <path fill={asphalt} stroke={ground} strokeWidth="1" d="M1316-28h44v13h-44z" />
          <path fill={gray} stroke={ground} strokeWidth="1" d="M1319-16h44v6h-41q-3 0-3-3z" />
          <path fill={ground} stroke={steel} strokeWidth="1" d={circles(1.2, [1329, -12.5])} />
          <Use part="hood" />
          <Use part="steer-wheel" />
          <Chocks at={[[1352, 1352]]} />
        </g>
        {/* Used oil, black with a sheen, and the drain pan. */}
        <path fill={asphalt} stroke={chrome} d="M121 180h68l-6 13h-56z" />
        <ellipse cx="155" cy="180" rx="34" ry="5" fill={ground} stroke={steel} />
        <path stroke={ground} strokeWidth="4" d="M148 155v26" />
        <path stroke={steel} strokeWidth="1" d="M149 157v22" />
        <Filter x={163} y={127} color={red} />
        <path fill={steel} stroke={ground} d="M159 121h19v8h-19z" />
        <Worker
          {...kneeling}
          transform="translate(245 164) scale(-1.8 1.8)"
          lean={26}
          far="M9-14l10 2 9 2"
          near="M6-14l6 10 12-5"
          hands="M30-8h1M24-8h1"
        >
          <StrapWrench />
        </Worker>
        {/* New filters. */}
        <Filter x={289} y={161} color={red} />
        <Filter x={307} y={161} color={blue} />
        <g transform="translate(1 39) scale(.8)">
          {[0, 1].map((row) =>
            [0, 1, 2, 3, 4].map((column) => (
              <Use key={`${row} ${column}`} part="jug" x={51 - 12 * column - 3 * row} y={166 + 10 * row} />
            )),
          )}
        </g>
      </g>
    </>
  );
}

/** A strap around the filter's lower end, and the handle, which is tangential to it. */
const StrapWrench = () => (
  <g stroke={ground} strokeWidth="1">
    <path fill={amber} d="M39-11.5q3.5 2 7 0v4q-3.5 2-7 0z" />
    <path fill={silver} d="M19-9.5h21v2.5H19z" />
  </g>
);

interface FilterProps {
  x: number;
  y: number;
  color: string;
}

/** A spin-on filter: a can with a label. The plate at its top has a gasket and, in the middle, a thread. */
function Filter({ x, y, color }: FilterProps) {
  return (
    <g transform={`translate(${x} ${y}) scale(.85)`} stroke={ground}>
      <path fill={color} d="M0 0h13v33q-6 3-13 0z" />
      <path fill={silver} strokeWidth="1" d="M0 23q6 3 13 0v-10q-6 3-13 0z" />
      <ellipse fill={silver} cx="6.5" rx="6.5" ry="3" />
      <ellipse fill={gray} cx="6.5" rx="2" ry="1" />
    </g>
  );
}

/** A gallon of new oil. */
export function Jug() {
  return (
    <>
      <path fill={amber} stroke={ground} d="M0 21V3h3V0h5v3h5v18z" />
      <path fill={lamp} d="M2 9h9v9H2z" />
      <path fill={brown} d="M6.5 10q4 6 0 6t0-6z" />
    </>
  );
}
