import { Worker } from '../Mechanic.tsx';
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
        {/* The engine's oil pan. */}
        <path
          fill={red}
          stroke={ground}
          strokeWidth="1.5"
          d="M1319-30h40v11h-21l-1 9q-1 3-4 3h-10q-3 0-3-3z"
        />
        <path stroke={ground} strokeWidth="1" d="M1319-23h20M1325-18v8M1331-18v8" />
        <Use part="tractor" />
        <Use part="hood" />
        <Use part="steer-wheel" />
        <path fill={amber} stroke={ground} d="M1339 1h-13l11-8zM1365 1h13l-11-8z" />
      </g>
      {/* Used oil, black with a sheen, and the drain pan. */}
      <path stroke={ground} strokeWidth="7" strokeLinecap="round" d="M152 160q10-2 10 17" />
      <path stroke={steel} strokeWidth="1.5" d="M154 159q6 0 7 15" />
      <path fill={asphalt} stroke={chrome} d="M124 177h74l-6 14h-62z" />
      <ellipse cx="161" cy="177" rx="37" ry="5" fill={ground} stroke={steel} />
      <Worker
        transform="translate(240 158) scale(-1.95 1.95)"
        lean={26}
        legs="M-1 0l5 14h-17M2 0l14-1-2 13"
        boots="M-16 14h-2M14 14h5"
        far="M8-15l11 3 12 7"
        near="M5-14l8 9 14 5"
        hands="M32-4l1 .5M28 .5l1 .5"
      >
        <path stroke={white} strokeWidth="2" d="M29 1l14-1" />
      </Worker>
      <Filter x={28} y={168} color={red} />
      <Filter x={50} y={170} color={blue} />
      {[0, 1].map((row) =>
        [0, 1, 2, 3, 4].map((column) => (
          <Use key={`${row} ${column}`} part="jug" x={282 - 14 * column - 4 * row} y={168 + 9 * row} />
        )),
      )}
    </>
  );
}

interface ThingProps {
  x: number;
  y: number;
}

/** A spin-on filter with its thread and gasket at the top. */
function Filter({ x, y, color }: ThingProps & { color: string }) {
  return (
    <g transform={`translate(${x} ${y}) scale(.6)`} stroke={ground}>
      <path fill={white} d="M0 0h24v38q-12 6-24 0z" />
      <path fill={color} d="M0 9h24v14H0z" />
      <path d="M5 28v11M12 28v12M19 28v11" />
      <ellipse fill={grey} cx="12" rx="12" ry="5" />
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
