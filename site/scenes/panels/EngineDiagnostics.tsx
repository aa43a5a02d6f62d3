import {
  amber,
  asphalt,
  blue,
  chrome,
  circles,
  green,
  grey,
  ground,
  lamp,
  legend,
  night,
  red,
  rust,
  steel,
  white,
} from '../paint.ts';
import { Stars } from '../RoadScenes.tsx';

/** Fault codes of J1939 that one clogged, wet fuel filter sets: low rail pressure, low fuel pressure, water in the fuel. */
const faults = [
  ['157', '18'],
  ['94', '18'],
  ['97', '15'],
] as const;

/** The cab, over the wheel: a laptop with three active faults, plugged in below the dash. */
export function EngineDiagnostics() {
  return (
    <>
      <path fill="url(#night-sky)" d="M0 0h300v110H0z" />
      <Stars count={16} width={300} top={24} bottom={90} />
      <path fill={ground} d="M0 104l60-3 80 3 90-4 70 4v60H0z" />
      <g>
        <path fill={asphalt} d="M76 103h8l170 40H-60z" />
        <path stroke={amber} d="M75 103L-14 126" />
        <path stroke={white} strokeDasharray="3 4 6 7 12 9" d="M80 103l-4 35" />
        <path stroke={white} d="M85 103l120 31" />
      </g>
      {/* The hood, the pillars, the visor, and the dash. */}
      <path fill={blue} stroke={ground} d="M14 138q8-17 32-20h78q24 3 32 20z" />
      <path stroke={steel} d="M85 118v16" />
      <path fill={ground} stroke={grey} d="M-4-4h308v210h-8L282 27q-132-10-264 0L2 206h-6z" />
      <path fill={ground} stroke={grey} d="M147 20h6v112h-6z" />
      <path fill={grey} stroke={ground} d="M30 12h98v15q-48-6-98 1z" />
      <path fill={ground} stroke={grey} d="M-4 136q76-12 152-8t156 6v72H-4z" />
      {/* The cluster: two gauges, and the lamps for check engine and stop engine. */}
      <path fill={ground} stroke={chrome} d="M30 168v-28q0-8 9-10 46-8 92 0 9 2 9 10v28z" />
      <path fill={asphalt} stroke={white} d={circles(13, [58, 147], [112, 147])} />
      <path stroke={red} strokeWidth="2.5" strokeLinecap="round" d="M58 147l-7 6M112 147l8-6" />
      <path fill={amber} d="M77 138h3v-2h3v-2h5v2h4v2h2v9H77z" />
      <path fill={red} d="M78 151h14v6H78z" />
      {/* The cable from the green nine-pin connector. */}
      <path stroke={ground} strokeWidth="6.5" d="M150 172q-60 40-136 12" />
      <path stroke={green} strokeWidth="4" d="M150 172q-60 40-136 12" />
      {/* The wheel. */}
      <path stroke={ground} strokeWidth="13" d={circles(68, [85, 226])} />
      <path stroke={chrome} strokeWidth="9" d={circles(68, [85, 226])} />
      <path stroke={chrome} strokeWidth="8" d="M62 216l-36-22M108 216l36-22" />
      <path fill={grey} stroke={ground} d="M60 192q25-8 50 0l6 14H54z" />
      <path fill={green} stroke={ground} d={circles(11, [14, 182])} />
      <path
        stroke={lamp}
        strokeWidth="2.5"
        strokeLinecap="round"
        d="M9 179h.01M14 177h.01M19 179h.01M9 185h.01M14 187h.01M19 185h.01M14 182h.01"
      />
      {/* The laptop on its stand. */}
      <path fill={chrome} stroke={ground} d="M204 164h22v40h-22z" />
      <path fill={grey} stroke={ground} d="M130 150h164l12 18H116z" />
      <path stroke={steel} strokeDasharray="5 2" d="M138 156h150M133 162h158" />
      <path fill={grey} stroke={ground} d="M128 34q0-4 4-4h160q4 0 4 4v116H128z" />
      <path fill={night} d="M134 36h156v108H134z" />
      <path fill={blue} d="M134 36h156v17H134z" />
      <g fontFamily="Arial,sans-serif" fontWeight="700" fill={legend}>
        <text x="141" y="49" fontSize="11" textLength="96" lengthAdjust="spacingAndGlyphs">
          ACTIVE FAULTS
        </text>
        <text x="283" y="49" fontSize="11" textAnchor="end">
          {faults.length}
        </text>
        {faults.map(([spn, fmi], index) => (
          <g key={spn} fontSize="18">
            <text
              x="141"
              y={77 + 23 * index}
              textLength={spn.length > 2 ? 66 : 56}
              lengthAdjust="spacingAndGlyphs"
            >
              SPN {spn}
            </text>
            <text x="222" y={77 + 23 * index} textLength="61" lengthAdjust="spacingAndGlyphs" fill={amber}>
              FMI {fmi}
            </text>
          </g>
        ))}
      </g>
      <path fill={green} d="M141 131h44v7h-44z" />
      <path stroke={chrome} d="M192 134.5h90" />
      {/* The mechanic's hand on it. */}
      <path stroke={ground} strokeWidth="31" d="M312 214l-32-30" />
      <path stroke={amber} strokeWidth="27" d="M312 214l-32-30" />
      <path stroke={white} strokeWidth="27" d="M290 193.5l-4.5-4.2" />
      <path
        stroke={ground}
        strokeWidth="9.5"
        strokeLinecap="round"
        d="M274 178l-14-10M276 172l-10-11M281 168l-6-9M270 184l-16-3"
      />
      <path fill={rust} stroke={ground} d="M262 176l12-12q10-1 15 12l-10 16q-14-2-17-16z" />
      <path
        stroke={rust}
        strokeWidth="6"
        strokeLinecap="round"
        d="M274 178l-14-10M276 172l-10-11M281 168l-6-9M270 184l-16-3"
      />
    </>
  );
}
