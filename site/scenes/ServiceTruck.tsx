import {
  amber,
  blue,
  chrome,
  circles,
  gray,
  green,
  ground,
  lamp,
  red,
  silver,
  steel,
  white,
} from './paint.ts';
import { Wheels } from './Rig.tsx';
import { Use } from './RoadScenes.tsx';

/**
 * A crane truck with its compartments open toward the viewer, in thinner lines, because its parts are small. The rear
 * bumper begins at x = 2, the front bumper ends at x = 203, and the ground is at y = 0.
 */
export function ServiceTruck({ isAlwaysAnswered }: { isAlwaysAnswered: boolean }) {
  return (
    <g strokeWidth="1.5">
      {/* The light of the beacon and of the strobe. */}
      <circle cx="138" cy="-77" r="42" fill="url(#beacon)" />
      <circle cx="18" cy="-60" r="30" fill="url(#beacon)" />
      <ellipse fill={ground} opacity=".7" cx="104" rx="110" ry="5" />
      {/* The frame, the workbench bumper, and its vise. */}
      <path fill={gray} d="M10-29h186v9H10z" />
      <path fill={chrome} stroke={ground} d="M2-27h20v7H2z" />
      <path fill={steel} stroke={ground} strokeWidth="1" d="M8-27l2-3v-3H3v-5h3v3h4v-3h5v8l2 3z" />
      <path stroke={silver} strokeWidth="1" d="M1-38v7m0-3.5h2" />
      <path fill={ground} stroke={gray} d="M34-21h4v14h-4z" />
      {/* The stowed outriggers. */}
      <path fill={chrome} stroke={ground} d="M26-20h4v7h3v3H23v-3h3zM86-20h4v7h3v3H83v-3h3z" />
      {/* The wheel well, the body around it, and a stripe. */}
      <path fill={ground} d="M39-19a20 20 0 0 1 40 0z" />
      <path fill={silver} stroke={gray} d="M20-66h99v47H79a20 20 0 0 0-40 0H20z" />
      <path fill={green} d="M79.5-27h39v5h-39zM21-27h19l-1 5H21z" />
      <Compartments />
      {/* The compartments' doors. The middle door has gas struts. */}
      <path
        fill={steel}
        stroke={gray}
        d="M22-63l-4-2v36l4 0zM82-63l-3-2v37l3-2zM117-63l3-2v37l-3-2zM42-63l-2-8h40l-2 8z"
      />
      <Compressor />
      {/* The crane's pedestal. */}
      <path fill={chrome} stroke={ground} d="M22-66v-4l3-3v-16h9v16l3 3v4z" />
      <Cab />
      {isAlwaysAnswered && <DoorSign />}
      <Wheels areDual at={[59]} />
      <Use part="steer-wheel" x={-1180} />
      {/* The tail lamp, which is on, and a strobe above it. */}
      <path fill={amber} stroke={ground} strokeWidth="1" d="M17-64h6v8h-6z" />
      <path fill={red} stroke={ground} strokeWidth="1" d="M17-46h6v8h-6z" />
      <Boom />
    </g>
  );
}

/** "24/7" on the door, for a shop that answers day and night. */
export function DoorSign() {
  return (
    <>
      <path fill={green} d="M131-42h20v11h-20z" />
      <path
        stroke={white}
        strokeWidth="1.5"
        strokeLinejoin="miter"
        d="M132.5-40h3v3.5h-3v3.5h4M141-32.5v-7.5l-3.5 5h5M142.5-32.5l2.5-8M146-40h3.5l-2.5 7.5"
      />
    </>
  );
}

/** The contents of the compartments: hose reels, a laptop and bins, wrenches and jugs, and drawers. */
function Compartments() {
  return (
    <>
      <path
        fill={lamp}
        stroke={gray}
        d="M22-63h16v34H22zM42-63h36v20H42zM82-63h16v34H82zM101-63h16v34h-16z"
      />
      <path fill={ground} stroke={gray} d={circles(7, [30, -55], [30, -39])} />
      <path stroke={amber} strokeWidth="3" d={circles(4.2, [30, -55])} />
      <path stroke={red} strokeWidth="3" d={circles(4.2, [30, -39])} />
      <path fill={silver} d={circles(1.5, [30, -55], [30, -39])} />
      <path fill={ground} d="M44-61h17v11H44z" />
      <path stroke={amber} d="M46-58.5h8m-8 3h8m-8 3h8" />
      <path fill={gray} d="M43.5-50h18l1 3h-20z" />
      {/* Low-fronted bins. */}
      <path
        fill={blue}
        stroke={ground}
        strokeWidth="1"
        d="M63.5-58v-3l1-1h4l1 1v3zm0 5v-3l1-1h4l1 1v3zm0 5v-3l1-1h4l1 1v3zm7 0v-3l1-1h4l1 1v3zm0-5v-3l1-1h4l1 1v3zm0-5v-3l1-1h4l1 1v3z"
      />
      <path stroke={gray} strokeWidth="1" d="M83-60.5h14M83-44h14" />
      <path stroke={chrome} d="M84.5-59v4m3-4v6m3-6v8m3-8v10m3-10v12" />
      <path fill={red} d="M83-30v-9l2-2v-2h2v2l2.5 2v9z" />
      <path fill={blue} d="M90.5-30v-9l2-2v-2h2v2l2.5 2v9z" />
      <path
        fill={gray}
        stroke={ground}
        strokeWidth="1"
        d="M102-62h14v32h-14zm0 6h14m-14 6h14m-14 6h14m-14 6h14"
      />
      <path stroke={silver} strokeWidth="1" d="M106-59h6m-6 6h6m-6 6h6m-6 6h6m-6 6h6" />
    </>
  );
}

/** The air compressor on the deck behind the cab. */
function Compressor() {
  return (
    <>
      <path fill={chrome} stroke={ground} d="M89-69h29v3H89z" />
      <path fill={gray} stroke={ground} d="M91-78q0-5 5-5h17q4 0 4 5v9H91z" />
      <path fill={steel} stroke={ground} d={circles(4.5, [110, -75])} />
      <path stroke={ground} strokeWidth="1" d="M110-79v8M106-75h8" />
      <path stroke={silver} strokeWidth="1" d="M94-79h8m-8 3h8m-8 3h8" />
    </>
  );
}

function Cab() {
  return (
    <>
      <path fill={silver} stroke={gray} d="M123-22v-46q0-5 5-5h20q6 0 9 5l9 20 25 4q7 1 8 8v14z" />
      <path fill={amber} opacity=".85" d="M132-67h13q3 0 5 3l6 17h-24zM153-67h3l9 19h-4z" />
      <path stroke={gray} d="M129-70v45M163-47v20M132-44h5" />
      <path fill={green} d="M124-27h40v5h-40z" />
      {/* Fender and wheel arch, bumper, headlight, mirror, step, and beacon. */}
      <path fill={ground} d="M152-19a20 20 0 0 1 40 0z" />
      <path fill={silver} stroke={gray} d="M149-20q3-22 23-22t22 18v2h-4q-3-14-18-14t-18 16z" />
      <path fill={steel} stroke={ground} d="M190-27h9q4 0 4 4v3q0 3-4 3h-9z" />
      <path fill={white} stroke={ground} strokeWidth="1" d="M193-40h4q2 1 2 4t-2 3h-4z" />
      <path fill={silver} stroke={ground} d="M149-60h5v13h-5z" />
      <path fill={chrome} d="M126-14h22v4h-22zM128-22h2v8h-2zM144-22h2v8h-2z" />
      <path fill={amber} stroke={ground} strokeWidth="1" d="M131-74v-4q0-3 3-3h8q3 0 3 3v4z" />
    </>
  );
}

/** The crane's boom, stowed on its rest, with winch, rope, lift cylinder, and hook. */
function Boom() {
  return (
    <>
      <path fill={chrome} stroke={ground} d="M80-84h10v4h-3v14h-4v-14h-3z" />
      <path fill={steel} stroke={ground} d="M105-92h14v6h-14z" />
      <path stroke={silver} d="M120-76v2q4 1 3 4t-5 1" />
      <path fill={amber} stroke={ground} strokeWidth="1" d="M117-88h6v12h-6z" />
      <path fill={amber} stroke={ground} d="M24-94h83v10H24z" />
      <path fill={gray} stroke={ground} strokeWidth="1" d="M36-99h12v5H36z" />
      <path stroke={silver} strokeWidth="1" d="M46-97l74 1" />
      <path stroke={silver} strokeWidth="2.5" d="M52-80l16-5" />
      <path stroke={ground} strokeWidth="7" d="M32-74l22-7" />
      <path stroke={steel} strokeWidth="4" d="M32-74l22-7" />
      <path
        fill={chrome}
        stroke={ground}
        d={circles(2.5, [30, -89], [31, -74], [69, -85]) + circles(4, [120, -91])}
      />
    </>
  );
}
