import { amber, asphalt, blue, brown, chrome, grey, ground, lamp, red, steel, white } from '../paint.ts';
import { Use } from '../RoadScenes.tsx';

/** Under a tractor, 45 units to a foot: its oil drains. */
export function PreventiveMaintenance() {
  return (
    <>
      <path fill="url(#first-light)" d="M0 0h300v110H0z" />
      <Use part="hills" />
      <path fill={grey} d="M0 134h300v66H0z" />
      <path stroke={asphalt} d="M0 150h300M52 134L4 200M236 134l34 66" />
      <ellipse cx="112" cy="162" rx="104" ry="22" fill={lamp} opacity=".24" />
      <ellipse fill={ground} opacity=".6" cx="240" cy="174" rx="90" ry="10" />
      <g stroke={ground}>
        {/* The engine block with a filter, the frame rail before it, and the fender. */}
        <path fill={steel} d="M18 0h124v36H18z" />
        <path d="M18 10h124M40 10v26M66 10v26M92 10v26M118 10v26" />
        <path fill={grey} d="M-4 8h308v20H-4z" />
        <path stroke={chrome} strokeWidth="4" strokeDasharray="0 18" strokeLinecap="round" d="M10 18h290" />
        <path fill={blue} d="M156-4l10 78h11A86 86 0 0 1 304 29V-4z" />
        {/* The oil pan, its bolts, and its drain hole. */}
        <path fill={steel} d="M14 44h136v12q-4 6-14 6l-30 2-8 30q-2 7-9 7H45q-7 0-9-7l-8-34q-12 0-14-8z" />
        <path stroke={chrome} d="M46 62l5 28M62 62l2 30M78 62l-1 30" />
        <path fill={chrome} d="M10 36h144v8H10z" />
        <path strokeWidth="4" strokeDasharray="0 17.2" strokeLinecap="round" d="M19 40h132" />
        <path fill={brown} d="M93 84l8 3-2 7-8-2z" />
      </g>
      <path stroke={brown} strokeWidth="7" strokeLinecap="round" d="M100 91q14 6 14 66" />
      <path stroke={ground} strokeWidth="4.5" strokeLinecap="round" d="M100 91q14 6 14 66" />
      {/* The drain pan. */}
      <path fill={asphalt} stroke={chrome} d="M46 160h112l-8 22H54z" />
      <ellipse cx="102" cy="160" rx="56" ry="8" fill={ground} stroke={steel} />
      <path stroke={brown} d="M94 161a20 3 0 0 0 40 0M84 160a30 5 0 0 0 20 4" />
      {/* The steer wheel: ten hand holes, ten studs, and the hub's oil cap. */}
      <g transform="translate(258 102)">
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
      {/* Two new filters and a jug of oil. */}
      <g stroke={ground}>
        <path fill={white} d="M168 184v-42q0-4 4-4h18q4 0 4 4v42z" />
        <path fill={blue} d="M168 149h26v20h-26z" />
        <path fill={chrome} d="M169 184h24v6h-24z" />
        <path fill={white} d="M200 188v-30q0-4 4-4h13q4 0 4 4v30z" />
        <path fill={red} d="M200 164h21v13h-21z" />
        <path fill={chrome} d="M201 188h19v5h-19z" />
        <path fill={amber} d="M4 190v-38q0-8 8-10l4-2v-6h10v6q14 2 14 14v36z" />
        <path fill={ground} d="M14 127h14v6H14z" />
        <path fill={lamp} d="M9 160h26v20H9z" />
        <path d="M32 146v8" />
      </g>
      <path fill={brown} d="M22 162q7 8 7 11a7 5 0 0 1-14 0q0-3 7-11z" />
    </>
  );
}
