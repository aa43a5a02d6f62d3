import { Worker } from '../Mechanic.tsx';
import { amber, brown, chrome, circles, dusk, gray, ground, lamp, silver, steel } from '../paint.ts';
import { Stars, Use } from '../RoadScenes.tsx';

/** An excavator, 9 units to a foot, whose coolers can be reached from the ground. It faces left. */
export function ConstructionEquipment() {
  return (
    <>
      <path fill="url(#dusk-sky)" d="M0 0h300v110H0z" />
      <Stars height={70} />
      <path fill={ground} d="M0 104l60-3 60 3h20l34-13 30-3 40 14 56 2v96H0z" />
      <path fill={gray} d="M0 146q80-5 160-3t140-2v60H0z" />
      <g transform="translate(31 183) scale(.88)">
        <ellipse fill={ground} opacity=".6" cx="180" rx="106" ry="5" />
        <circle cx="214" cy="-62" r="48" fill="url(#lamp-light)" />
        <Use part="work-lamp" x={270} y={6} />
        <Arm />
        <Undercarriage />
        <House />
        <Worker
          transform="translate(240 -20) scale(-.75 .75)"
          torso={<HardHatted />}
          lean={6}
          far="M4-16l11-2 9-12"
          near="M3-15l10 3 9-12"
          hands="M25-32l1-1M22-25h1"
        />
      </g>
      <Use part="toolbox" x={260} y={196} />
      <Use part="cone" x={122} y={196} />
    </>
  );
}

/** The mechanic with a hard hat over the cap. */
const HardHatted = () => (
  <>
    <use href="#mechanic" />
    <path fill={silver} stroke={ground} strokeWidth="1.5" d="M-7-25v-3H11v3zM-6-28q0-8 7-8t7 8z" />
  </>
);

/** Boom, stick, and bucket, with their cylinders and the link that turns the bucket. Each of them ends at pins. */
function Arm() {
  return (
    <>
      <path fill={amber} stroke={ground} d="M21-133h-9l-19 34 14 61h14l5-66z" />
      <path fill={amber} stroke={ground} d="M58-127l5-12h7l7 12z" />
      {/* The boom, whose foot is behind the cab. */}
      <path fill={amber} stroke={ground} d="M148-60L84-126q-5-5-13-4L1-115l1 13 62-7 70 63z" />
      {/* The bucket, its side cutter, and a tooth. */}
      <path fill={steel} stroke={ground} d="M-5-42l27 3q0 12 13 20l5 14-18 5H10q-16-4-17-20-1-12 2-22z" />
      <path fill={silver} stroke={ground} strokeWidth="1.5" d="M34-9l14 9H32z" />
      <path stroke={ground} strokeWidth="1.5" d="M17-34q2 12 14 19" />
      {/* A hydraulic line along the boom, and the linkage. */}
      <path stroke={ground} d="M138-66L82-120q-4-3-9-2L6-109" />
      <path stroke={ground} strokeWidth="6" d={linkage} />
      <path stroke={chrome} strokeWidth="3" d={linkage} />
      {/* The cylinders of boom, stick, and bucket: rods, barrels, and pins. */}
      <path stroke={silver} strokeWidth="3" d="M113-34L98-92M66-134l-50 6M-2-98l-6 37" />
      <path stroke={ground} strokeWidth="9" d="M113-34l-9-35M66-134l-29 3.5M-2-98l-3.5 21" />
      <path stroke={chrome} strokeWidth="6" d="M113-34l-9-35M66-134l-29 3.5M-2-98l-3.5 21" />
      <path
        fill={chrome}
        stroke={ground}
        strokeWidth="1.5"
        d={circles(
          3,
          [98, -92],
          [66, -134],
          [16, -128],
          [6, -109],
          [-2, -98],
          [-8, -61],
          [11, -54],
          [14, -41],
          [0, -38],
        )}
      />
    </>
  );
}

const linkage = 'M11-54l-19-7 8 23';

/** The tracks with their rollers, the smooth idler at the front, and the toothed sprocket at the rear. */
function Undercarriage() {
  const track = 'M139-25h84a12.5 12.5 0 0 1 0 25h-84a12.5 12.5 0 0 1 0-25z';
  return (
    <>
      <path fill={ground} stroke={chrome} d={track} />
      <path stroke={chrome} strokeWidth="4" strokeDasharray="6 2.5" d={track} />
      <path
        fill={chrome}
        stroke={ground}
        strokeWidth="1.5"
        d={circles(9, [139, -12.5]) + circles(3, [139, -12.5])}
      />
      <path
        fill={gray}
        stroke={silver}
        strokeWidth="4"
        strokeDasharray="2.2 2.287"
        d={circles(7.5, [223, -12.5])}
      />
      <path fill={amber} stroke={ground} strokeWidth="1.5" d={circles(5, [223, -12.5])} />
      <path fill={gray} d="M152-18h58v8h-58z" />
      <path
        stroke={chrome}
        strokeWidth="7"
        strokeLinecap="round"
        strokeDasharray="0 9.5"
        d="M154-5.5h57.1M181-20h.1"
      />
    </>
  );
}

/** The cab and the engine's housing on their turntable. The coolers' door is open. */
function House() {
  return (
    <>
      <path fill={gray} stroke={ground} d="M162-32h42v7h-42zM106-38h18v7h-12z" />
      <path fill={gray} stroke={ground} d="M124-38h124v7H124z" />
      <path fill={chrome} stroke={ground} strokeWidth="1.5" d={circles(3, [113, -34])} />
      {/* The counterweight, the stack, and the coolers' bay. */}
      <path fill={brown} stroke={ground} d="M226-32v-48h25q6 0 7 6l3 30q1 12-11 12z" />
      <path fill={chrome} stroke={ground} strokeWidth="1.5" d="M214-78v-14h7v14z" />
      <path fill={amber} stroke={ground} d="M174-38v-42h58v42z" />
      <path fill={ground} d="M188-75h40v37h-40z" />
      {/* The coolers, the air cleaner above a bolt, and the lamp. */}
      <path fill={steel} stroke={ground} d="M190-69h20v30h-20zM213-39h12v-9h-12z" />
      <path stroke={ground} strokeWidth="14" strokeDasharray="1 1.5" d="M200-66v24.5" />
      <path
        fill={silver}
        stroke={ground}
        strokeWidth="1.5"
        d="M212-65q0-4 4-4h6q4 0 4 4v18h-14zm0 3h14m-14 11h14"
      />
      <path fill={silver} stroke={ground} strokeWidth="1" d={circles(2, [215.5, -44])} />
      <path fill={lamp} stroke={ground} strokeWidth="1.5" d="M204-77h10v5h-10z" />
      {/* The open door. */}
      <path fill={amber} stroke={ground} d="M188-77l-12 7v42l12-8z" />
      <path fill={amber} stroke={ground} d="M130-38v-30l7-26q1-5 6-5h26q5 0 5 5v56z" />
      <path fill={dusk} stroke={ground} d="M135-66l6-26h12v26zM158-92h11v26h-11zM135-61h18v17h-18z" />
      <path stroke={ground} d="M158-60h10M180-62v22" />
    </>
  );
}
