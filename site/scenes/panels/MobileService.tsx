import { chrome, grey, ground, red, steel, white } from '../paint.ts';
import { Stars, Use } from '../RoadScenes.tsx';

/** The whole service truck, its crane raised and its air hose out. */
export function MobileService() {
  return (
    <>
      <path fill="url(#night-sky)" d="M0 0h300v110H0z" />
      <Stars count={14} width={300} top={4} bottom={60} />
      <Use part="hills" />
      <path fill={grey} d="M0 142h300v58H0z" />
      <path stroke={white} strokeWidth="3" d="M0 142h300" />
      <g transform="translate(14 178) scale(1.36)">
        <Use part="beacon-light" />
        <Use part="service-truck" />
        <path fill={steel} stroke={ground} strokeWidth="1.5" d="M24-20h6v16h-6zM19-4h16v3H19z" />
        <path stroke={steel} strokeWidth="3" d="M33-74l22-19" />
        <Use part="boom" transform="rotate(-20 29 -87)" />
        <path stroke={white} d="M105-112v4a3 3 0 1 1-3 3" />
        <path stroke={red} strokeWidth="2.5" d="M27-36q-9 6-10 20t-2 19 22 6 70-4" />
        <path stroke={chrome} strokeWidth="3" d="M107 5l7-1" />
        <Use part="cone" x={3} y={10} />
        <Use part="cone" x={202} y={12} />
      </g>
    </>
  );
}
