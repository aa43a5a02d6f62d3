import { ImpactWrench, Worker } from '../Mechanic.tsx';
import { amber, chrome, grey, ground, red, steel, white } from '../paint.ts';
import { Stars, Use } from '../RoadScenes.tsx';

/** The whole service truck, its crane raised, and the mechanic, who works on a truck with an impact wrench on its hose. */
export function MobileService() {
  return (
    <>
      <path fill="url(#night-sky)" d="M0 0h300v110H0z" />
      <Stars height={90} />
      <Use part="hills" />
      <path fill={grey} d="M0 142h300v58H0z" />
      <path stroke={white} strokeWidth="3" d="M0 142h300" />
      <g transform="translate(-1467 178) scale(1.1)">
        <Use part="tractor" />
        <Use part="hood" />
        <Use part="steer-wheel" />
      </g>
      <g transform="translate(74 180) scale(1.1)">
        <Use part="beacon-light" />
        <circle cx="68" cy="-46" r="64" fill="url(#lamp-light)" />
        <Use part="service-truck" />
        {/* The outrigger on its pad, and the crane with rope, block, and hook, which carries a starter. */}
        <path fill={steel} stroke={ground} strokeWidth="1.5" d="M26-24h6V-3h-6zM21-5h16v3H21z" />
        <path fill={amber} stroke={ground} strokeWidth="1.5" d="M15-2h28v4H15z" />
        <path stroke={steel} strokeWidth="3" d="M33-74l21-22" />
        <Use part="boom" transform="rotate(-28 29 -87)" />
        <path stroke={white} d="M103-123v14l-9 8m9-8l9 8" />
        <path fill={amber} stroke={ground} strokeWidth="1.5" d="M99.5-115h7v7h-7z" />
        <path
          fill={chrome}
          stroke={ground}
          strokeWidth="1.5"
          d="M92-101h19v10H92zM111-99h5v6h-5zM95-105h11v4H95z"
        />
        <path stroke={red} strokeWidth="2.5" d="M27-38q-12 0-14 22T-8-2t-24-22" />
        <Worker
          transform="translate(-2 -18) scale(-.98 .98)"
          lean={14}
          far="M5-15l11 8 10-1"
          near="M2-14l8 11 15 0"
          hands="M28-9l1 0M27-4h1"
        >
          <ImpactWrench transform="translate(28 -4)" />
        </Worker>
      </g>
    </>
  );
}
