import { Worker, Wrench } from './Mechanic.tsx';
import { amber, green, ground, lamp, red, steel, sun, white } from './paint.ts';
import { hoodUp } from './Rig.tsx';

/** A part of the file of scenes, by its id. */
export function Use({ part, x, y, transform }: { part: string; x?: number; y?: number; transform?: string }) {
  return <use href={`#${part}`} x={x} y={y} transform={transform} />;
}

/** The lane's dashes, of which none ends at the truck. */
const Dashes = () => <path stroke={white} strokeWidth="4" strokeDasharray="90 150" d="M-1155-34h3840" />;

const RigShadow = () => <ellipse fill={ground} opacity=".7" cx="1062" cy="0" rx="332" ry="6" />;

/** The rig with its hood up, and the mechanic at the engine. The lamp hangs from the hood by its hook. */
export function RigUnderRepair() {
  return (
    <>
      <RigShadow />
      <circle cx="1352" cy="-46" r="92" fill="url(#lamp-light)" />
      <Use part="trailer" />
      <Use part="tractor" />
      <path fill={ground} d="M1330-66h41v40h-41z" />
      <path fill={lamp} opacity=".8" d="M1330-66h41v40h-41z" />
      <path fill={lamp} opacity=".3" d="M1373-84l-42 18h41z" />
      <Use part="hood" transform={hoodUp} />
      <Use part="engine" />
      <Use part="steer-wheel" />
      <path stroke={white} strokeWidth="1.5" d="M1375-88v-3q3-5 7 4" />
      <path fill={steel} stroke={ground} strokeWidth="1.5" d="M1371-88h7v8h-7z" />
      <path fill={lamp} d="M1370-80l-2 4h8l2-4z" />
      <Worker
        transform="translate(1322 5) scale(1.05)"
        arms="M-7.5-42l-5 8 3 8M8-42l4 6 5-5"
        hands="M-9.2-25.5l.5 1.5M16.5-41.5l1-1"
      >
        <Wrench />
      </Worker>
    </>
  );
}

/** The road at night, for those who stand beside it. */
export function NightRoad() {
  return (
    <>
      <path fill="url(#high-night)" d="M-1200-800h3800v750h-3800z" />
      <Stars count={150} from={-1200} width={3800} top={-420} bottom={-95} />
      <Use part="road" />
      <Dashes />
    </>
  );
}

/** Night: the service truck has come, its tail to the open hood. */
export function Night({ worksOnShoulders }: { worksOnShoulders: boolean }) {
  return (
    <>
      <Use part="night-road" />
      {worksOnShoulders ? (
        <>
          <Use part="triangle" x={675} y={6} />
          <Use part="triangle" x={521} y={6} />
          <Use part="triangle" x={330} y={6} />
        </>
      ) : (
        <>
          <Use part="lot" />
          <Use part="cone" x={706} y={14} />
        </>
      )}
      <g transform="translate(0 9)">
        <RigUnderRepair />
        <g transform="translate(1474)">
          <Use part="beacon-light" />
          <Use part="service-truck" />
          <path stroke={steel} strokeWidth="3" d="M33-76l22-8" />
          <Use part="boom" />
        </g>
      </g>
      <Use part="cone" x={1448} y={17} />
      <path stroke={amber} strokeWidth="8" strokeLinecap="round" d="M978-37h.01" />
      <path stroke={red} strokeWidth="8" strokeLinecap="round" d="M742-29h.01" />
      <Use part={worksOnShoulders ? 'marker-17' : 'exit-sign'} x={601} y={-9} />
    </>
  );
}

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

/** Sunrise: the rig rolls, and mile 18 is behind it. */
export function Sunrise() {
  return (
    <>
      <path fill="url(#high-dawn)" d="M-1200-800h3800v750h-3800z" />
      <circle cx="665" cy="-62" r="190" fill="url(#sunlight)" />
      <circle cx="665" cy="-62" r="56" fill={sun} />
      <Use part="road" />
      <Dashes />
      <ellipse cx="665" cy="-31" rx="210" ry="18" fill="url(#sunlight)" />
      <path fill={ground} d="M-1200 21h3800v300h-3800z" />
      <path stroke={green} strokeWidth="5" strokeDasharray="2 5 1 7 2 4 1 3" d="M-1200 22h3800" />
      <g transform="translate(0 -23)">
        <ClosedRig />
        <circle cx="1380" cy="-38" r="34" fill="url(#lamp-light)" />
        <path fill={lamp} d="M1373-41h6q3 1 3 4t-3 3h-6z" />
        <path stroke={red} strokeWidth="6" strokeLinecap="round" d="M742-38h.01" />
      </g>
      <Use part="marker-18" x={520} y={-22} />
    </>
  );
}

/** The rig has not moved, and its hazards are on: nobody has the request. */
export function Hazards() {
  return (
    <>
      <Use part="night-road" />
      <g transform="translate(0 9)">
        <ClosedRig />
        <path stroke={amber} strokeWidth="9" strokeLinecap="round" d="M978-37h.01M1377-19h.01" />
        <path stroke={red} strokeWidth="9" strokeLinecap="round" d="M742-30h.01" />
      </g>
    </>
  );
}

interface StarsProps {
  count: number;
  from?: number;
  width: number;
  top: number;
  bottom: number;
}

/** Stars in places that look random and are the same in each build. */
export function Stars({ count, from = 0, width, top, bottom }: StarsProps) {
  const places = Array.from({ length: count }, (_, index) => {
    const x = Math.round(from + ((index * 0.618034) % 1) * width);
    const y = Math.round(top + ((index * 0.754878) % 1) * (bottom - top));
    return `M${x} ${y}h.01`;
  });
  return <path stroke={white} strokeWidth="1.5" strokeLinecap="round" opacity=".5" d={places.join('')} />;
}
