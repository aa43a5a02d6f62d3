import {
  amber,
  asphalt,
  blue,
  brown,
  chrome,
  circles,
  grey,
  ground,
  lamp,
  red,
  steel,
  white,
} from '../paint.ts';
import { Use } from '../RoadScenes.tsx';

/** Under a tractor, 45 units to a foot: its oil drains. */
export function PreventiveMaintenance() {
  return (
    <>
      <path fill="url(#first-light)" d="M0 0h300v110H0z" />
      <Use part="hills" />
      <path fill={grey} d="M0 134h300v66H0z" />
      <path stroke={asphalt} d="M0 150h300M52 134L4 200" />
      <ellipse fill={ground} opacity=".6" cx="240" cy="178" rx="190" ry="8" />
      <g stroke={ground}>
        {/* The engine block, the frame rail before it, and the fender. */}
        <path fill={steel} d="M18 0h142v36H18z" />
        <path d="M40 10v26M66 10v26M92 10v26M118 10v26M144 10v26" />
        <path fill={grey} d="M-4 8h308v20H-4z" />
        <path stroke={chrome} strokeWidth="4" strokeDasharray="0 18" strokeLinecap="round" d="M10 18h290" />
        <path fill={blue} d="M184-4l10 78h11A86 86 0 0 1 304 18V-4z" />
        {/* The oil pan, its bolts, and the drain hole low in its sump. */}
        <path fill={steel} d="M14 44h150v12q-4 6-14 6l-32 2-8 48q-2 8-9 8H45q-7 0-9-8l-8-52q-12 0-14-8z" />
        <path stroke={chrome} d="M46 62l5 46M64 62l2 46M82 62l-1 46" />
        <path fill={chrome} d="M10 36h158v8H10z" />
        <path strokeWidth="4" strokeDasharray="0 17.2" strokeLinecap="round" d="M19 40h146" />
        <path fill={brown} d="M106 104l9 1-2 9-9-1z" />
      </g>
      <path stroke={brown} strokeWidth="7" strokeLinecap="round" d="M112 110q12 4 13 49" />
      <path stroke={ground} strokeWidth="4.5" strokeLinecap="round" d="M112 110q12 4 13 49" />
      {/* The drain pan, and beside it the plug and a wrench. */}
      <path fill={asphalt} stroke={chrome} d="M72 160h94l-7 20H79z" />
      <ellipse cx="119" cy="160" rx="47" ry="7" fill={ground} stroke={steel} />
      <path stroke={brown} d="M105 161a20 3 0 0 0 40 0" />
      <path stroke={ground} strokeWidth="7" d="M86 191h44" />
      <path stroke={steel} strokeWidth="4" d="M88 191h40" />
      <path fill={ground} stroke={steel} strokeWidth="4" d={circles(4.5, [84, 191])} />
      <path fill={brown} stroke={ground} d="M140 185h9v10h-9zM149 187h6v6h-6z" />
      {/* The steer wheel: ten hand holes, ten studs, and the hub's oil cap; and a chock. */}
      <g transform="translate(286 102)">
        <circle r="76" fill={ground} stroke={grey} strokeWidth="3" />
        <circle r="64" stroke={grey} />
        <circle r="49" fill={steel} stroke={ground} strokeWidth="3" />
        <circle r="43" fill={chrome} />
        <circle r="34" stroke={ground} strokeWidth="9" strokeLinecap="round" strokeDasharray="0 21.36" />
        <circle r="26" fill={steel} stroke={ground} />
        <circle r="20.5" stroke={white} strokeWidth="5.5" strokeLinecap="round" strokeDasharray="0 12.88" />
        <circle r="11" fill={grey} stroke={ground} />
        <circle r="6" fill={brown} />
      </g>
      <path fill={red} stroke={ground} d="M212 182h36l-9-20q-10 14-27 14z" />
      {/* Two new filters, and jugs of oil. */}
      <Filter x={187} y={142} color={red} />
      <Filter x={170} y={153} color={blue} />
      <Jug x={22} y={136} />
      <Jug x={4} y={146} />
      <Jug x={38} y={146} />
    </>
  );
}

interface ThingProps {
  x: number;
  y: number;
}

/** A spin-on filter, its thread and gasket upward. */
function Filter({ x, y, color }: ThingProps & { color: string }) {
  return (
    <g transform={`translate(${x} ${y})`} stroke={ground}>
      <path fill={white} d="M0 0h24v38q-12 6-24 0z" />
      <path fill={color} d="M0 9h24v14H0z" />
      <path d="M5 28v11M12 28v12M19 28v11" />
      <ellipse fill={chrome} cx="12" rx="12" ry="5" />
      <ellipse stroke={red} cx="12" rx="8" ry="3" />
      <ellipse fill={ground} cx="12" rx="2.5" ry=".5" />
    </g>
  );
}

function Jug({ x, y }: ThingProps) {
  return (
    <g transform={`translate(${x} ${y})`} stroke={ground}>
      <path fill={amber} d="M0 46V6h6V0h9v6h15v40z" />
      <path d="M20 12v5" />
      <path fill={lamp} d="M4 22h22v18H4z" />
      <path fill={brown} d="M15 25q9 12 0 12t0-12z" />
    </g>
  );
}
