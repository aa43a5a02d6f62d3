import {
  amber,
  blue,
  chrome,
  circles,
  green,
  grey,
  ground,
  lamp,
  legend,
  red,
  steel,
  white,
} from './paint.ts';
import { Wheels } from './Rig.tsx';

/**
 * A crane truck with its compartments open toward the viewer. The rear bumper is at x = 0, the front bumper at x = 203,
 * and the ground at y = 0.
 */
export function ServiceTruck() {
  return (
    <>
      <ellipse fill={ground} opacity=".7" cx="104" rx="110" ry="5" />
      {/* The frame, the bumper that is a workbench, and its vise. */}
      <path fill={grey} d="M10-29h186v9H10z" />
      <path fill={chrome} stroke={ground} d="M2-27h20v7H2z" />
      <path fill={steel} stroke={ground} strokeWidth="1" d="M7-27v-4H5v-4h4v2h4v-2h3v4h-3v4z" />
      <path fill={ground} stroke={grey} strokeWidth="1.5" d="M34-21h4v14h-4z" />
      {/* The body, with a wheel arch, and a stripe. */}
      <path fill={white} stroke={grey} d="M20-66h99v47H79a20 20 0 0 0-40 0H20z" />
      <path fill={green} d="M79.5-27h39v5h-39zM21-27h19l-1 5H21z" />
      <Compartments />
      {/* The compartments' doors. The middle door has gas struts. */}
      <path
        fill={steel}
        stroke={grey}
        strokeWidth="1.5"
        d="M22-63l-4-2v36l4 0zM82-63l-3-2v37l3-2zM117-63l3-2v37l-3-2zM42-63l-2-8h40l-2 8z"
      />
      <Compressor />
      {/* The crane's pedestal. */}
      <path fill={chrome} stroke={ground} strokeWidth="1.5" d="M22-66v-4l3-3v-16h9v16l3 3v4z" />
      <Cab />
      <Wheels at={[59, 172]} />
      <path fill={red} d="M20-44h2.5v6H20z" />
    </>
  );
}

/** The contents of the compartments: hose reels, a laptop between bins, wrenches and jugs, and drawers. */
function Compartments() {
  return (
    <>
      <path
        fill={lamp}
        stroke={grey}
        strokeWidth="1.5"
        d="M22-63h16v34H22zM42-63h36v20H42zM82-63h16v34H82zM101-63h16v34h-16z"
      />
      <path fill={ground} stroke={grey} strokeWidth="1.5" d={circles(7, [30, -55], [30, -39])} />
      <path stroke={amber} strokeWidth="3" d={circles(4.2, [30, -55])} />
      <path stroke={red} strokeWidth="3" d={circles(4.2, [30, -39])} />
      <path fill={white} d={circles(1.5, [30, -55], [30, -39])} />
      <path fill={ground} d="M50-61.5h20v13H50z" />
      <path fill={amber} d="M52.5-59h9v1.6h-9zM52.5-56h13v1.6h-13zM52.5-53h11v1.6h-11z" />
      <path fill={grey} d="M50-48.5h20l2.5 3h-25z" />
      <path fill={blue} d="M44-56h4v4h-4zM72-56h4v4h-4z" />
      <path fill={red} d="M44-50.5h3.5v5H44zM73-50.5h3.5v5H73z" />
      <path stroke={grey} strokeWidth="1" d="M83-60.5h14M83-44h14" />
      <path
        stroke={chrome}
        strokeWidth="1.5"
        strokeLinecap="round"
        d="M84.5-59v4M87.5-59v5.5M90.5-59v7M93.5-59v9M96.2-59v11"
      />
      <path
        stroke={chrome}
        strokeWidth="2.6"
        strokeLinecap="round"
        d="M84.5-59h.01M84.5-55h.01M87.5-59h.01M87.5-53.5h.01M90.5-59h.01M90.5-52h.01M93.5-59h.01M93.5-50h.01M96.2-59h.01M96.2-48h.01"
      />
      <path fill={red} d="M83.5-30.5v-9h3v-3h2.5v3h1v9z" />
      <path fill={blue} d="M90.5-30.5v-9h3v-3h2.5v3h1v9z" />
      <path
        fill={grey}
        stroke={ground}
        strokeWidth="1"
        d="M102-62h14v5h-14zM102-57h14v5h-14zM102-52h14v6h-14zM102-46h14v7h-14zM102-39h14v9h-14z"
      />
      <path stroke={white} strokeWidth="1" d="M106-59.5h6M106-54.5h6M106-49.5h6M106-43h6M106-35h6" />
    </>
  );
}

/** The air compressor on the deck behind the cab. */
function Compressor() {
  return (
    <>
      <path fill={chrome} stroke={ground} strokeWidth="1.5" d="M89-69h29v3H89z" />
      <path fill={grey} stroke={ground} strokeWidth="1.5" d="M91-78q0-5 5-5h17q4 0 4 5v9H91z" />
      <path fill={steel} stroke={ground} strokeWidth="1.5" d={circles(4.5, [110, -75])} />
      <path stroke={ground} strokeWidth="1" d="M110-79v8M106-75h8" />
      <path stroke={white} strokeWidth="1.2" d="M94-79h8M94-76h8M94-73h8" />
    </>
  );
}

function Cab() {
  return (
    <>
      <path fill={white} stroke={grey} d="M123-22v-46q0-5 5-5h20q6 0 9 5l9 20 25 4q7 1 8 8v14z" />
      <path fill={amber} opacity=".85" d="M132-67h13q3 0 5 3l6 17h-24zM153-67h3l9 19h-4z" />
      <path stroke={grey} strokeWidth="1.5" d="M129-70v45M163-47v20M132-44h5" />
      <path fill={green} d="M124-27h40v5h-40z" />
      {/* The numbers of the logo on the door. */}
      <path fill={green} d="M131-42h25v12h-25z" />
      <path
        stroke={legend}
        strokeWidth="1.6"
        strokeLinejoin="miter"
        d="M132.5-40h4v4h-4v4h5M143-31v-9l-4 6h5.5M145-31l3-10M149-40h4l-3 9"
      />
      {/* Fender and wheel arch, bumper, headlight, mirror, step, and beacon. */}
      <path fill={ground} d="M152-19a20 20 0 0 1 40 0z" />
      <path
        fill={white}
        stroke={grey}
        strokeWidth="1.5"
        d="M149-20q3-22 23-22t22 18v2h-4q-3-14-18-14t-18 16z"
      />
      <path fill={steel} stroke={ground} strokeWidth="1.5" d="M190-27h9q4 0 4 4v3q0 3-4 3h-9z" />
      <path fill={legend} stroke={ground} strokeWidth="1" d="M193-40h4q2 1 2 4t-2 3h-4z" />
      <path fill={white} stroke={ground} strokeWidth="1.5" d="M149-60h5v13h-5z" />
      <path fill={chrome} d="M126-14h22v4h-22zM128-22h2v8h-2zM144-22h2v8h-2z" />
      <path fill={amber} stroke={ground} strokeWidth="1" d="M131-74v-4q0-3 3-3h8q3 0 3 3v4z" />
    </>
  );
}

/** The light of the truck's beacon, which is drawn behind the truck. */
export function BeaconLight() {
  return <circle cx="138" cy="-77" r="42" fill="url(#beacon)" />;
}

/** The crane's boom in its stowed position. Its pivot is at 29 -87. */
export function Boom() {
  return (
    <>
      <path fill={steel} stroke={ground} strokeWidth="1.5" d="M70-90h40v6H70z" />
      <path fill={amber} stroke={ground} strokeWidth="1.5" d="M24-93h52v11H30z" />
      <path fill={grey} stroke={ground} strokeWidth="1" d="M36-97h12v5H36z" />
      <circle cx="29" cy="-87" r="2.5" fill={ground} />
      <circle cx="110" cy="-87" r="3.5" fill={chrome} stroke={ground} strokeWidth="1.5" />
    </>
  );
}
