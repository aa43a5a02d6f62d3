import { Lettering } from '../Lettering.tsx';
import {
  amber,
  asphalt,
  blue,
  chrome,
  circles,
  gray,
  green,
  ground,
  night,
  red,
  rust,
  silver,
  steel,
  white,
} from '../paint.ts';
import { Stars } from '../RoadScenes.tsx';

/** J1939 fault codes of a truck that has lost its coolant: temperature high, level low. */
export const faults = [
  ['110', '0'],
  ['111', '1'],
] as const;

/** The view over the steering wheel: a laptop with two active faults, plugged in below the dash. */
export function EngineDiagnostics({ worksOnShoulders }: { worksOnShoulders: boolean }) {
  return (
    <>
      <path fill="url(#night-sky)" d="M0 0h300v110H0z" />
      <Stars height={95} />
      <path fill={ground} d="M0 104l60-3 80 3 90-4 70 4v60H0z" />
      {/* The road, beyond its edge line. If the truck is in a lot, a verge is in front of the road. */}
      <path fill={asphalt} d="M80 102L-10 114v40z" />
      <path fill={gray} d="M80 103l130 34H0z" />
      {!worksOnShoulders && <path stroke={ground} strokeWidth="5" d="M76 107L8 140" />}
      <path stroke={amber} d="M76 103l-90 14" />
      <path stroke={silver} strokeDasharray="3 4 6 7 12 9" d="M74 105l-90 24" />
      <path stroke={silver} d="M77 105L0 140" />
      {/* The hood, the pillars, the visor, and the dash. */}
      <path fill={blue} stroke={ground} d="M14 138q8-17 32-20h99v20z" />
      <path fill={asphalt} stroke={chrome} d="M-4-4h308v32q-144-12-286-1L2 206h-6z" />
      <path fill={gray} stroke={ground} d="M19 27q55-6 113-6v13q-50-2-112 4z" />
      <path fill={gray} stroke={ground} d="M-4 136q76-12 152-8t156 6v72H-4z" />
      {/* The cluster: two gauges, and the lamps for check engine and, in red, stop engine. */}
      <path fill={ground} stroke={chrome} d="M30 168v-28q0-8 9-10 46-8 92 0 9 2 9 10v28z" />
      <path fill={asphalt} stroke={silver} d={circles(13, [58, 147], [112, 147])} />
      <path stroke={red} strokeWidth="2.5" strokeLinecap="round" d="M58 147l-7 6M112 147l-7 6" />
      <path
        stroke={amber}
        strokeWidth="1.5"
        d="M78 138h3l2-2h6l2 2h2v2h2v-2h1v8h-1v-2h-2l-2 3H81l-2-3h-1zM83 136v-3M89 133h-8"
      />
      <path fill={red} d="M73 149h24v8H73z" />
      {/* The green connector below the dash, left of the column, the back of the plug in it, and the laptop's cable. */}
      <path fill={night} stroke={gray} d="M-4 163q18-3 36-1v48H-4z" />
      <path fill={green} stroke={white} strokeWidth="1.5" d={circles(11, [15, 179])} />
      <path fill={ground} stroke={chrome} strokeWidth="1.5" d={circles(7.5, [15, 179])} />
      <path stroke={chrome} strokeWidth="7" strokeLinecap="round" d={cable} />
      <path stroke={ground} strokeWidth="4.5" strokeLinecap="round" d={cable} />
      {/* The wheel. */}
      <path stroke={ground} strokeWidth="13" d={circles(66, [83, 229])} />
      <path stroke={chrome} strokeWidth="9" d={circles(66, [83, 229])} />
      <path stroke={chrome} strokeWidth="8" d="M60 219l-36-22M106 219l36-22" />
      <path fill={gray} stroke={ground} d="M58 195q25-8 50 0l6 14H52z" />
      {/* The cable's adapter. */}
      <path fill={blue} stroke={white} strokeWidth="1.5" d="M147 187h20v9h-20z" />
      {/* The laptop on its mount: an arm, a ball joint, and a tray. */}
      <path fill={steel} d={`M216 204v-32h30l7-7h-86l7 7h30v32z${circles(8, [210, 183])}`} />
      <path fill={gray} stroke={ground} d="M130 150h164l12 18H116z" />
      <path stroke={steel} strokeDasharray="5 2" d="M138 156h150M133 162h158" />
      <path fill={gray} stroke={ground} d="M128 34q0-4 4-4h160q4 0 4 4v116H128z" />
      <path fill={night} d="M134 36h156v108H134z" />
      <path fill={blue} d="M134 36h156v17H134z" />
      <g stroke={white}>
        <Lettering lines={['STOP']} x={85} y={155.5} height={5} centered />
        <Lettering lines={[`${faults.length} FAULTS`]} x={141} y={48} height={8} />
        <Lettering lines={faults.map(([spn]) => `SPN ${spn}`)} x={141} y={84} height={14} />
        <Lettering lines={faults.map(([, fmi]) => `FMI ${fmi}`)} x={226} y={84} height={14} stroke={amber} />
      </g>
      {/* Two air gauges, and the knobs of the parking brakes: tractor yellow, trailer red. */}
      <path fill={asphalt} stroke={silver} strokeWidth="1.5" d={circles(6.5, [178, 181], [194, 181])} />
      <path stroke={red} d="M178 181l3-4M194 181l3-4" />
      <path fill={amber} stroke={ground} d="M229 175l10 10-10 10-10-10z" />
      <path fill={red} stroke={white} strokeWidth="1.5" d="M246 176h8l5 5v8l-5 5h-8l-5-5v-8z" />
      <path fill={green} d="M141 131h44v7h-44z" />
      {/* The mechanic's hand, whose forefinger presses a key. */}
      <g transform="translate(279 166) rotate(28)" stroke={ground}>
        <path fill={amber} d="M12-10h40v20H12z" />
        <path fill={silver} d="M17-10h5v20h-5z" />
        <path fill={rust} d="M13-8L3-10q-9-2-10 3l-1 4h-14q-4 0-4 3t4 3h16l-2 3q-2 4 2 4 6-1 10-3h9z" />
        <path d="M-7-4h6" />
      </g>
    </>
  );
}

const cable = 'M15 179q2 27 60 22t76-9q20-3 12-16t-10-20';
