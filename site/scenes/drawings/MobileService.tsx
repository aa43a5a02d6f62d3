import { Worker, Wrench } from '../Mechanic.tsx';
import { gray, ground, lamp, silver, steel } from '../paint.ts';
import { Stars, Use } from '../RoadScenes.tsx';

/** The whole service truck under its work lamp, and the mechanic, who takes a wrench from a drawer. */
export function MobileService() {
  return (
    <>
      <path fill="url(#night-sky)" d="M0 0h300v110H0z" />
      <Stars height={90} />
      <Use part="hills" />
      <path fill={gray} d="M0 142h300v58H0z" />
      <path stroke={silver} strokeWidth="3" d="M0 142h300" />
      <g transform="translate(33 178) scale(1.15)">
        <circle cx="99" cy="-46" r="72" fill="url(#lamp-light)" />
        <Use part="work-lamp" x={-14} />
        <Use part="service-truck" />
        {/* The drawer. */}
        <path fill={gray} stroke={ground} strokeWidth="1" d="M102-38h14l2 4h-18zM100-34h18v8h-18z" />
        <path stroke={silver} strokeWidth="1" d="M105-30h8" />
        <Worker
          transform="translate(84 -17) scale(.82)"
          lean={4}
          far="M5-16l11 0 10-10"
          near="M2-15l8 9 11-4"
          hands="M26-27v-1M21-10h1"
        >
          <Wrench transform="translate(26 -27) rotate(-60)" />
        </Worker>
      </g>
    </>
  );
}

/** A work lamp on a mast. Its foot is behind something. */
export function WorkLamp() {
  return (
    <>
      <circle cy="-138" r="50" fill="url(#lamp-light)" />
      <path fill={steel} stroke={ground} strokeWidth="1.5" d="M-2-134h5v104h-5zM-9-34h19v4H-9z" />
      <path fill={lamp} stroke={ground} strokeWidth="1.5" d="M-10-142h20l-3 8H-7z" />
    </>
  );
}
