import { colorOf } from '../styles/palette.ts';

const ground = colorOf('--roadside');
const asphalt = colorOf('--road');
const grey = colorOf('--road-line');
const chrome = colorOf('--truss');
const white = colorOf('--on-sign-muted');
const amber = colorOf('--beacon');
const red = colorOf('--tail-light');

/** A circle at each of the truck's axles. */
const wheels = (radius: number) =>
  [932, 970, 1184, 1222, 1343].map((x) => `M${x - radius}-16a${radius} ${radius} 0 1 0 0-.01z`).join('');

/**
 * The shoulder of a freeway, seen from the lanes, and a truck on it with its triangles behind. The truck stands at
 * y = 0. Nine units are a foot.
 */
export function RoadDrawing() {
  return (
    <g id="road" fill="none">
      <path fill={ground} d="M-1200-22l900-7 400 5 300-6 300 7 700-8 600 6 600-3V900h-3800z" />
      <path fill={grey} d="M-1200-8h3800v30h-3800z" />
      <path fill={asphalt} d="M-1200 20h3800v900h-3800z" />
      <path stroke={asphalt} strokeWidth="6" strokeDasharray="3 5" d="M-1200 12h3800" />
      <path stroke={white} strokeWidth="4" d="M-1200 23h3800" />
      <path stroke={amber} strokeWidth="5" d="M-1200 78h3800" />
      {/* Reflectors on the lane line, between the dashes. */}
      <path stroke={white} strokeWidth="4" strokeDasharray="6 234" d="M-1056 51h3600" />
      <path fill={ground} d="M893 6h490l22-6H900z" />
      {/* The headlights. */}
      <path fill={white} opacity="0.16" d="M1376-44 1560-4V8H1440z" />
      {/* The mile post. */}
      <path stroke={grey} strokeWidth="5" d="M690-2v-50" />
      <rect
        fill={colorOf('--place')}
        stroke={white}
        strokeWidth="2.5"
        x="675"
        y="-84"
        width="30"
        height="50"
        rx="4"
      />
      <path stroke={white} strokeWidth="2.5" d="M686-74l5-3v16M684-56h11l-7 17" />
      {/* The chassis, with mud flaps and landing gear, and the trailer with its reflective tape. */}
      <path
        fill={ground}
        d="M905-38h8v30h-8zM1156-34h8v28h-8zM1104-40h6v34h-6zM1098-8h18v4h-18zM1150-36h222v12h-222z"
      />
      <path fill={colorOf('--trailer')} stroke={grey} strokeWidth="2" d="M900-123h316v84H900z" />
      {/* Its ribs. */}
      <path stroke={grey} strokeWidth="80" strokeDasharray="2 34" d="M935-82h270" />
      <path stroke={white} strokeWidth="3" d="M901-121h314M902-43h312" />
      <path stroke={red} strokeWidth="3" strokeDasharray="14 9" d="M902-43h312" />
      {/* The sleeper, the cab, and the hood. */}
      <path
        fill={colorOf('--cab')}
        d="M1228-30v-74q0-7 7-9l32-10q8-2 11 6l6 14 14 3 14 30 48 7q12 2 13 14v25h-22q-4-20-21-20t-21 20z"
      />
      {/* The stack, a tank, the grille, and the bumper. */}
      <path fill={chrome} d="M1219-28v-106q0-5 5-5v111zM1262-30h44q4 0 4 9t-4 9h-44q-4 0-4-9t4-9z" />
      <path fill={chrome} d="M1373-49h4v24h-4zM1352-24h27q3 0 3 4v8h-20z" />
      <path fill={amber} opacity="0.8" d="M1277-97h12l9 26h-21zM1292-97l15 26h-6l-9-26z" />
      <path fill={white} d="M1369-51h6v10h-6z" />
      <path
        stroke={ground}
        strokeWidth="2"
        d="M1272-98v66M1306-68v36h-34M1310-80v16M1240-92h18v13h-18zM1312-62h50M1276-62h8"
      />
      {/* Tires, rims, and hubs. */}
      <path fill={ground} stroke={grey} strokeWidth="2" d={wheels(17)} />
      <path fill={chrome} d={wheels(9)} />
      <path fill={grey} d={wheels(4)} />
      <path stroke={red} strokeWidth="5" strokeLinecap="round" d="M901-34v5M901-118v2" />
      <path
        fill={ground}
        stroke={red}
        strokeWidth="4"
        strokeLinejoin="round"
        d="M848 8l11-20 11 20zM812 8l11-20 11 20zM776 8l11-20 11 20z"
      />
    </g>
  );
}
