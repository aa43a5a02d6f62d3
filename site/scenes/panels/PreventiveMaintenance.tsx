import { kneeling, Worker, Wrench } from '../Mechanic.tsx';
import { amber, asphalt, blue, brown, chrome, grey, ground, lamp, red, steel, white } from '../paint.ts';
import { Use } from '../RoadScenes.tsx';

/** The oil of a tractor, which faces left, drains into a pan. The new oil is in ten jugs: 40 quarts. */
export function PreventiveMaintenance() {
  return (
    <>
      <path fill="url(#first-light)" d="M0-60h300V76H0z" />
      <Use part="hills" />
      <path fill={chrome} d="M0 124h300v76H0z" />
      <g transform="matrix(-2.2 0 0 2.2 3052 182)">
        <ellipse fill={ground} opacity=".5" cx="1300" rx="96" ry="4" />
        <Use part="tractor" />
        {/* The engine's oil pan, in the shadow below the frame rail. */}
        <path fill={ground} d="M1316-25h44v12h-44z" />
        <path fill={asphalt} stroke={ground} strokeWidth="1" d="M1318-24h30v10q0 3-3 3h-22q-3 0-3-3z" />
        <path stroke={grey} strokeWidth="1" d="M1319-21h29M1322-12h20" />
        <Use part="hood" />
        <Use part="steer-wheel" />
        <path fill={amber} stroke={ground} d="M1339 1h-13l11-9z" />
      </g>
      {/* Used oil, black with a sheen, and the drain pan. */}
      <path fill={asphalt} stroke={chrome} d="M116 179h74l-6 14h-62z" />
      <ellipse cx="153" cy="179" rx="37" ry="5" fill={ground} stroke={steel} />
      <path stroke={ground} strokeWidth="3.5" d="M136 156q5 1 5 24" />
      <path stroke={steel} strokeWidth="1" d="M139 160l2 19" />
      <Worker
        transform="translate(226 158) scale(-1.95 1.95)"
        lean={26}
        {...kneeling}
        far="M8-15l11 3 12 4"
        near="M5-14l8 9 10 1"
        hands="M30-7.5l1 .5M24-3.5l1 .5"
      >
        {/* The pan's plug. */}
        <path fill={steel} stroke={ground} strokeWidth="1" d="M31-14h4v-2h3v7h-3v-2h-4z" />
      </Worker>
      <Wrench transform="translate(212 195) scale(1.5 .8)" />
      <Filter x={262} y={163} color={red} />
      <Filter x={280} y={167} color={blue} />
      {[0, 1].map((row) =>
        [0, 1, 2, 3, 4].map((column) => (
          <Use key={`${row} ${column}`} part="jug" x={62 - 14 * column - 3 * row} y={166 + 10 * row} />
        )),
      )}
    </>
  );
}

interface ThingProps {
  x: number;
  y: number;
}

/** A spin-on filter. The plate at its top has a gasket and, in the middle, a thread. */
function Filter({ x, y, color }: ThingProps & { color: string }) {
  return (
    <g transform={`translate(${x} ${y}) scale(.7)`} stroke={ground}>
      <path fill={color} d="M0 0h24v36q-12 6-24 0z" />
      <ellipse fill={white} cx="12" rx="12" ry="5" />
      <ellipse fill={grey} cx="12" rx="5" ry="2" />
    </g>
  );
}

/** A gallon of new oil. */
export function Jug() {
  return (
    <>
      <path fill={amber} stroke={ground} strokeWidth="1.5" d="M0 21V3h3V0h5v3h5v18z" />
      <path fill={lamp} d="M2 9h9v9H2z" />
      <path fill={brown} d="M6.5 10q4 6 0 6t0-6z" />
    </>
  );
}
