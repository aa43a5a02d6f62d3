import { ImpactWrench, Worker } from '../Mechanic.tsx';
import { amber, grey, ground, red, steel, white } from '../paint.ts';
import { Stars, Use } from '../RoadScenes.tsx';

/** The whole service truck, its crane raised, and the mechanic with an impact wrench on its air hose. */
export function MobileService() {
  return (
    <>
      <path fill="url(#night-sky)" d="M0 0h300v110H0z" />
      <Stars height={90} />
      <Use part="hills" />
      <path fill={grey} d="M0 142h300v58H0z" />
      <path stroke={white} strokeWidth="3" d="M0 142h300" />
      <g transform="translate(34 180) scale(1.27)">
        <Use part="beacon-light" />
        <circle cx="68" cy="-46" r="64" fill="url(#lamp-light)" />
        <Use part="service-truck" />
        {/* The outrigger on its pad, and the crane with rope, block, and hook. */}
        <path fill={steel} stroke={ground} strokeWidth="1.5" d="M26-24h6V-3h-6zM21-5h16v3H21z" />
        <path fill={amber} stroke={ground} strokeWidth="1.5" d="M15-2h28v4H15z" />
        <path stroke={steel} strokeWidth="3" d="M33-74l21-22" />
        <Use part="boom" transform="rotate(-28 29 -87)" />
        <path stroke={white} d="M103-123v22m0 5v3a3.5 3.5 0 1 1-3.5 3.5" />
        <path fill={amber} stroke={ground} strokeWidth="1.5" d="M99.5-104h7v8h-7z" />
        <path stroke={red} strokeWidth="2.5" d="M27-36q-14 2-12 22t-12 22-20-10 10-34" />
        <Worker
          transform="translate(-12 -20) scale(.92)"
          lean={4}
          far="M5-14l9 2 13-6"
          near="M1-14l4 11 10-1"
          hands="M28-19l1-1M15-4h1"
        >
          <ImpactWrench transform="translate(15 -4)" />
        </Worker>
        <Use part="cone" x={202} y={12} />
      </g>
    </>
  );
}
