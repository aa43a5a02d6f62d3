import { Fragment } from 'react';
import { PointingDriver, Worker } from './Mechanic.tsx';
import { amber, dawn, gray, ground, lamp, red, silver, sun } from './paint.ts';
import { hoodUp } from './Rig.tsx';
import { signX, triangles } from './Roadside.tsx';

/** Shows a part from Scenes.tsx by its ID. */
export function Use({ part, x, y, transform }: { part: string; x?: number; y?: number; transform?: string }) {
  return <use href={`#${part}`} x={x} y={y} transform={transform} />;
}

/** The lane's dashes. */
const Dashes = () => <path stroke={silver} strokeWidth="4" strokeDasharray="90 150" d="M-1155-34h3840" />;

const RigShadow = () => <ellipse fill={ground} opacity=".7" cx="1062" cy="0" rx="332" ry="6" />;

/** The rig with its hood up and a lamp on the hood. */
export function OpenRig() {
  return (
    <>
      <RigShadow />
      <circle cx="1352" cy="-40" r="44" fill="url(#lamp-light)" />
      <Use part="trailer" />
      <Use part="tractor" />
      <Use part="hood" transform={hoodUp} />
      {/* The engine's far side, which hides the road. */}
      <path fill={gray} d="M1330-59h44v30h-44z" />
      <path fill={lamp} opacity=".25" d="M1376-74l-46 14v34h40z" />
      <Use part="engine" />
      <Use part="steer-wheel" />
      <path fill={lamp} stroke={ground} strokeWidth="1.5" d="M1376-79l6 3-5 8-6-3z" />
      <circle cx="1385" cy="-17" r="16" fill="url(#beacon)" />
      <path stroke={amber} strokeWidth="6" strokeLinecap="round" d="M1385-17h.01" />
      <Chocks at={[[1169, 1208]]} />
    </>
  );
}

/** Chocks behind the first and in front of the last tire of these axles. */
export const Chocks = ({ at }: { at: readonly (readonly [first: number, last: number])[] }) =>
  at.map(([first, last]) => (
    <Fragment key={first}>
      <Use part="chock" x={last + 8} />
      <Use part="chock" transform={`matrix(-1 0 0 1 ${first - 8} 0)`} />
    </Fragment>
  ));

/** The road at night, as seen from its side. */
export function NightRoad() {
  return (
    <>
      <path fill="url(#high-night)" d="M-1200-800h3800v750h-3800z" />
      <path fill="url(#stars)" d="M-1200-800h3800v710h-3800z" />
      <Use part="road" />
      <Dashes />
    </>
  );
}

/** Night: the service truck has arrived, and its rear is next to the open hood. */
export function Night({ worksOnShoulders }: { worksOnShoulders: boolean }) {
  return (
    <>
      <Use part="night-road" />
      {worksOnShoulders ? (
        <Use part="marker-17" x={signX - 100} y={-22} />
      ) : (
        <>
          <Use part="lot" />
          <Use part="exit-sign" x={signX - 100} y={29} />
        </>
      )}
      <Triangles />
      {/* The cone, on the traffic side. */}
      <Use part="cone" x={1462} y={-5} />
      <Use part="open-rig" y={9} />
      <Use part="service-truck" x={1460} y={9} />
      <PointingDriver />
      {/* The mechanic brings tools. */}
      <Worker
        transform="matrix(-.86 0 0 .86 1432 -9)"
        legs="M-2 0l-2 12-7 11M1 0l4 12 2 12"
        boots="M-14 20l6 4-2 4-7-3zM3 22h6v3q5 0 5 3.5H3z"
        far="M-1-14l-3 10 4 9"
        near="M-1-14l-3 10 4 9"
        hands="M1 6h-1"
      >
        <Use part="toolbox" y={20} />
      </Worker>
      <path stroke={amber} strokeWidth="8" strokeLinecap="round" d="M978-37h.01" />
      <path stroke={red} strokeWidth="8" strokeLinecap="round" d="M742-29h.01" />
    </>
  );
}

/** The reflective triangles behind the stopped rig. */
const Triangles = () => triangles.map((x) => <Use key={x} part="triangle" x={x} y={5} />);

/** The rig with its hood down. */
function ClosedRig() {
  return (
    <>
      <RigShadow />
      <Use part="trailer" />
      <Use part="tractor" />
      <Use part="hood" />
      <Use part="steer-wheel" />
    </>
  );
}

/** Sunrise: the rig is back on the road and has passed mile 18. */
export function Sunrise() {
  return (
    <>
      <path fill="url(#high-dawn)" d="M-1200-800h3800v750h-3800z" />
      <circle cx="665" cy="-62" r="150" fill="url(#sunlight)" />
      <circle cx="665" cy="-62" r="56" fill={sun} />
      <Use part="road" />
      <Dashes />
      <g color={dawn} transform="translate(0 -23)">
        <ClosedRig />
        {/* The driver, on the far side of the cab, against the light. */}
        <path fill={ground} d="M1298-66q-1-8 4-9l-3-4q1-6 7-4l4 4h-1v5q2 2 2 8z" />
        <circle cx="1380" cy="-38" r="34" fill="url(#lamp-light)" />
        <path fill={lamp} d="M1373-41h6q3 1 3 4t-3 3h-6z" />
        <path stroke={red} strokeWidth="6" strokeLinecap="round" d="M742-38h.01" />
      </g>
      <Use part="marker-18" x={520} y={-22} />
    </>
  );
}

/** The rig on the shoulder with its hazard lights on, because the request hasn't arrived. */
export function Hazards() {
  return (
    <>
      <Use part="night-road" />
      <Triangles />
      <g transform="translate(0 9)">
        <ClosedRig />
        <Use part="driver" />
      </g>
      <path stroke={amber} strokeWidth="8" strokeLinecap="round" d="M1385-8h.01M978-37h.01" />
      <path stroke={red} strokeWidth="8" strokeLinecap="round" d="M742-29h.01" />
    </>
  );
}

/** Stars from y = 0 to a height, in a drawing of 300 units. */
export const Stars = ({ height }: { height: number }) => (
  <path fill="url(#stars)" d={`M0 0h300v${height}H0z`} />
);
