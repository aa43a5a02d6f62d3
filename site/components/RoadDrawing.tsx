import { colorOf } from '../styles/palette.ts';

const ground = colorOf('--roadside');
const asphalt = colorOf('--road');
const grey = colorOf('--road-line');
const chrome = colorOf('--truss');
const steel = colorOf('--trailer');
const paint = colorOf('--cab');
const white = colorOf('--on-sign-muted');
const amber = colorOf('--beacon');
const red = colorOf('--tail-light');

/** A circle at each of the truck's axles. */
const wheels = (radius: number) =>
  [780, 817, 1170, 1207, 1352].map((x) => `M${x - radius}-16a${radius} ${radius} 0 1 0 0-.01z`).join('');

/**
 * A freeway at night, seen from beyond its right shoulder, and a truck on the shoulder with its triangles behind. The
 * truck stands at y = 0. Nine units are a foot. Two groups, because the lane marks move between them.
 */
export function RoadDrawing() {
  return (
    <>
      <g id="road" fill="none">
        <path fill={ground} d="M-1200-58l900-6 400 5 300-6 300 7 700-8 600 6 600-3V900h-3800z" />
        <path fill={asphalt} d="M-1200-49h3800v40h-3800z" />
        <path stroke={amber} strokeWidth="3" d="M-1200-46h3800" />
        {/* Reflectors on the lane line, between the dashes, of which none ends at the truck. */}
        <path stroke={white} strokeWidth="3" strokeDasharray="6 234" d="M-990-34h3600" />
        <path fill={grey} d="M-1200-13h3800v34h-3800z" />
        <path stroke={white} strokeWidth="4" d="M-1200-13h3800" />
        <path stroke={asphalt} strokeWidth="5" strokeDasharray="3 5" d="M-1200-6h3800" />
      </g>
      <g id="stranded-truck" fill="none" strokeWidth="2" strokeLinejoin="round">
        {/* The shadow, the mud flaps, the rails, the battery box, the landing gear, and the steps. */}
        <ellipse fill={ground} opacity="0.7" cx="1062" cy="0" rx="332" ry="6" />
        <path fill={ground} stroke={grey} d="M750-38h7v29h-7zM1141-34h7v25h-7z" />
        <path fill={grey} d="M741-38h4v20h-4zM766-40h65v12h-65zM1146-33h230v9h-230zM1236-30h20v20h-20z" />
        <path fill={chrome} d="M1096-40h6v20h-6zM1092-20h14v3h-14zM1316-24h14v4h-14zM1316-14h12v4h-12z" />
        {/* The trailer with its ribs and its reflective tape. */}
        <path fill={steel} stroke={grey} d="M739-122h477v83h-477z" />
        <path stroke={grey} strokeWidth="80" strokeDasharray="2 37" d="M777-81h430" />
        <path stroke={white} strokeWidth="3" d="M740-120h475M741-42h473" />
        <path stroke={red} strokeWidth="3" strokeDasharray="14 9" d="M741-42h473" />
        {/* The stack behind the sleeper, then sleeper, cab, and hood. */}
        <path fill={chrome} d="M1229-30v-97q0-5 4-6v103zM1226-104h11v52h-11z" />
        <path fill={paint} d="M1236-28v-78q0-7 7-8l33-4q8-1 12 6l9 14 19 3 14 31 47 3v37h-141z" />
        <path stroke={steel} d="M1237-58h91M1332-57h45" />
        <path fill={amber} opacity="0.85" d="M1296-91h13l10 26h-23zM1312-92h6l12 27h-8z" />
        <path stroke={ground} d="M1291-104v76M1330-64v36h-38M1297-52h7M1246-98h22v14h-22zM1311-96l11 4" />
        {/* The tank, the grille, and the bumper, then the fender, a mirror, and a headlight. */}
        <path fill={steel} d="M1268-29h42q4 0 4 10t-4 10h-42q-4 0-4-10t4-10z" />
        <path fill={steel} d="M1377-62h7q4 0 4 4v34h1q4 0 4 4v7q0 4-4 4h-12l-5-15h5z" />
        <path fill={ground} d="M1332-18a20 20 0 0 1 40 0z" />
        <path fill={paint} stroke={ground} d="M1325-24q4-22 27-22h18q12 2 13 13v11h-11q-4-14-20-14t-20 14z" />
        <path fill={white} stroke={ground} d="M1311-87h5v20h-5zM1371-42h7q4 1 4 5t-4 4h-7z" />
        <path stroke={ground} d="M1276-29v20M1302-29v20M1380-58v13M1384-58v34" />
        {/* Tires, rims, and hubs. */}
        <path fill={ground} stroke={grey} d={wheels(16)} />
        <path fill={grey} stroke={chrome} strokeWidth="5" d={wheels(6.5)} />
        <path stroke={amber} strokeWidth="4" strokeLinecap="round" d="M1300-99h0M1308-97h0M1281-119h0" />
        <path stroke={red} strokeWidth="5" strokeLinecap="round" d="M740-117v2" />
        {/* The triangles grow apart like 10, 100, and 200 feet (49 CFR 392.22), for which there is no room. */}
        <path stroke={red} strokeWidth="4" d="M664 6l11-20 11 20zM511 6l10-18 10 18zM321 6l9-16 9 16z" />
        {/* The mile marker (MUTCD D10-2), nearer than the truck. */}
        <path stroke={chrome} strokeWidth="6" d="M601 42v-60" />
        <g stroke={colorOf('--on-sign')} transform="translate(-64)">
          <path fill={colorOf('--place')} strokeWidth="3" d="M649-85h32v76h-32z" />
          <path d="M653-70v-9l3 5 3-5v9M663-79v9M667-79v8h5M678-78h-4v7h4M674-75h3" />
          <path strokeWidth="5" strokeLinejoin="bevel" d="M658-58l7-4v23M656-31h16l-10 19" />
        </g>
      </g>
    </>
  );
}
