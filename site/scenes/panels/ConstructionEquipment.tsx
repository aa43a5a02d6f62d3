import { Worker } from '../Mechanic.tsx';
import { amber, brown, chrome, circles, dusk, grey, ground, lamp, red, steel, white } from '../paint.ts';
import { Stars, Use } from '../RoadScenes.tsx';

/** An 8-ton excavator, 11 units to a foot, whose engine can be reached from the ground. It faces left. */
export function ConstructionEquipment() {
  return (
    <>
      <path fill="url(#dusk-sky)" d="M0 0h300v110H0z" />
      <Stars height={70} />
      <path fill={ground} d="M0 104l60-3 60 3h20l34-22 30-4 40 24 56 2v96H0z" />
      <path fill={grey} d="M0 146q80-5 160-3t140-2v60H0z" />
      <path
        stroke={chrome}
        strokeLinecap="round"
        strokeDasharray="14 30 4 22"
        d="M4 194q146-6 292 0M10 156h80"
      />
      <g transform="translate(12 182)">
        <ellipse fill={ground} opacity=".6" cx="180" rx="106" ry="5" />
        <circle cx="226" cy="-74" r="78" fill="url(#lamp-light)" />
        <Arm />
        <Undercarriage />
        <House />
        <Worker
          transform="translate(272 -29) scale(-1.04 1.04)"
          lean={12}
          far="M4-16l12-1 10-13"
          near="M3-15l9 7 12-9"
          hands="M27-31l1-1M25-18h1"
        >
          <path stroke={white} strokeWidth="2" d="M25-18l10-6" />
        </Worker>
      </g>
      {/* A toolbox. */}
      <path
        fill={red}
        stroke={ground}
        strokeWidth="1.5"
        d="M70 180h26v12H70zM70 180v-5h26v5zM77 175v-4h12v4M82 180v3h3v-3"
      />
      <Use part="cone" x={122} y={196} />
    </>
  );
}

/** Boom, stick, and bucket, with their cylinders and the linkage that turns the bucket. */
function Arm() {
  return (
    <>
      <path fill={amber} stroke={ground} d="M20-126l-8-1-13 19 9 70h13l4-66z" />
      <path fill={amber} stroke={ground} d="M127-52L80-124q-4-6-11-5L4-116l2 13 58-6 50 66z" />
      {/* The bucket, its side cutter, and a tooth. */}
      <path fill={steel} stroke={ground} d="M-2-42l24 3q0 12 13 20l5 14-18 5H10q-16-4-17-20-1-12 5-22z" />
      <path fill={white} stroke={ground} strokeWidth="1.5" d="M34-9l14 9H32z" />
      <path stroke={ground} strokeWidth="1.5" d="M17-34q2 12 14 19" />
      {/* The linkage. */}
      <path stroke={ground} strokeWidth="6" d="M12-54L-5-62l6 24" />
      <path stroke={chrome} strokeWidth="3" d="M12-54L-5-62l6 24" />
      {/* The cylinders of boom, stick, and bucket: rods, barrels, and pins. */}
      <path stroke={white} strokeWidth="3.5" d="M112-32L84-92M66-130l-50 7M-1-104l-4 42" />
      <path stroke={ground} strokeWidth="9" d="M111-34L97-64M66-130l-28 4M-1-103l-2 22" />
      <path stroke={chrome} strokeWidth="6" d="M111-35L97-63M65-130l-26 4M-1-102l-2 20" />
      <path
        fill={chrome}
        stroke={ground}
        strokeWidth="1.5"
        d={circles(
          3,
          [84, -92],
          [66, -130],
          [16, -123],
          [-1, -104],
          [-5, -62],
          [12, -54],
          [1, -39],
          [15, -41],
          [7, -109],
        )}
      />
    </>
  );
}

/** The tracks with their rollers, and the blade in front of them. */
function Undercarriage() {
  const track = 'M139-25h84a12.5 12.5 0 0 1 0 25h-84a12.5 12.5 0 0 1 0-25z';
  return (
    <>
      <path fill={grey} stroke={ground} d="M108-23h5l2 12h24v6h-25l-6 4q-4-10 0-22z" />
      <path fill={ground} stroke={chrome} d={track} />
      <path stroke={chrome} strokeWidth="4" strokeDasharray="6 2.5" d={track} />
      <path fill={chrome} stroke={ground} strokeWidth="1.5" d={circles(8, [139, -12.5], [223, -12.5])} />
      <path fill={grey} d="M152-18h58v8h-58z" />
      <path
        fill={chrome}
        stroke={ground}
        strokeWidth="1"
        d={circles(3.5, [157, -5.5], [173, -5.5], [189, -5.5], [205, -5.5])}
      />
    </>
  );
}

/** The cab and the engine on their turntable, and the boom's foot. The hood is up, with a lamp below it. */
function House() {
  return (
    <>
      <path fill={grey} stroke={ground} d="M162-32h42v7h-42zM106-38l12-14h10v14z" />
      <path fill={grey} stroke={ground} d="M124-38h124v7H124z" />
      <path fill={chrome} stroke={ground} strokeWidth="1.5" d={circles(3, [112, -33], [120, -47])} />
      <path fill={amber} stroke={ground} d="M174-38v-30h26v30z" />
      {/* The engine above the counterweight. */}
      <path fill={lamp} opacity=".4" d="M222-99l-18 46h44l-16-46z" />
      <path fill={steel} stroke={ground} d="M202-68h40v16h-40z" />
      <path fill={red} stroke={ground} d="M206-78h26v11h-26z" />
      <path fill={chrome} stroke={ground} strokeWidth="1.5" d={circles(5, [236, -62])} />
      <path stroke={ground} strokeWidth="1.5" strokeDasharray="1.5 4" d="M210-74h20" />
      <path fill={brown} stroke={ground} d="M200-38v-16h46q7 1 7 8t-7 8z" />
      <path fill={amber} stroke={ground} d="M197-68l20-40q9-3 18 0l-1 6-14 1-18 36z" />
      <path stroke={steel} d="M212-68l9-26" />
      <path fill={lamp} stroke={ground} strokeWidth="1.5" d="M223-101h9v6h-9z" />
      <path fill={amber} stroke={ground} d="M130-38v-30l7-26q1-5 6-5h26q5 0 5 5v56z" />
      <path fill={dusk} stroke={ground} d="M135-66l6-26h12v26zM158-92h11v26h-11zM135-61h18v17h-18z" />
      <path stroke={ground} d="M158-60h10M180-62v18M186-62v18M192-62v18" />
      <path fill={lamp} d="M136-103h6v5h-6z" />
    </>
  );
}
