import { ImpactWrench, kneeling, Worker } from '../Mechanic.tsx';
import { grey, red, white } from '../paint.ts';
import { Chocks, Stars, Use } from '../RoadScenes.tsx';

/** The whole service truck, and the mechanic, who tightens a truck's lug nuts with an impact wrench on its hose. */
export function MobileService() {
  return (
    <>
      <path fill="url(#night-sky)" d="M0 0h300v110H0z" />
      <Stars height={90} />
      <Use part="hills" />
      <path fill={grey} d="M0 142h300v58H0z" />
      <path stroke={white} strokeWidth="3" d="M0 142h300" />
      <g transform="translate(-1318 178)">
        <Use part="tractor" />
        <Use part="hood" />
        <Use part="steer-wheel" />
        <Chocks at={[[1352, 1352]]} />
      </g>
      <g transform="translate(92 180)">
        <Use part="beacon-light" />
        <circle cx="68" cy="-46" r="64" fill="url(#lamp-light)" />
        <Use part="service-truck" />
        <Use part="boom" />
        {/* The hose, from its reel to the wrench. */}
        <path stroke={red} d="M25-36q-15 12-13 27T0 5h-22q-20 0-17-11" />
        <Worker
          {...kneeling}
          transform="translate(-21 -11) scale(-.82 .82)"
          lean={20}
          far="M7-14l9 7 8-2"
          near="M4-14l7 12 12 2"
          hands="M24-9h1M23 0h1"
        >
          <ImpactWrench transform="translate(24 0)" />
        </Worker>
      </g>
    </>
  );
}
