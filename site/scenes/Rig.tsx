import { amber, blue, chrome, circles, gray, green, ground, red, rust, silver, steel } from './paint.ts';

/**
 * Wheels at these positions along a truck: tires about 3.4 feet high, rims, ten studs, and hubs. A steer wheel bulges,
 * but dual wheels have a deep dish. The ground is at y = 0.
 */
export function Wheels({ at, areDual }: { at: readonly number[]; areDual?: boolean }) {
  const axles = at.map((x) => [x, -15] as const);
  if (areDual) {
    return (
      <>
        <path fill={ground} stroke={gray} d={circles(15, ...axles)} />
        <path stroke={chrome} d={circles(9, ...axles)} />
        <path
          fill={gray}
          stroke={chrome}
          strokeWidth="1.5"
          strokeDasharray="1 1.51"
          d={circles(4, ...axles)}
        />
      </>
    );
  }
  return (
    <>
      <path fill={ground} stroke={gray} d={circles(15, ...axles)} />
      <path fill={gray} stroke={chrome} strokeWidth="4" d={circles(7.5, ...axles)} />
      <path stroke={ground} strokeWidth="1.5" strokeDasharray="1.4 2.056" d={circles(5.5, ...axles)} />
      <path fill={steel} d={circles(2.5, ...axles)} />
    </>
  );
}

/** A 53-foot van trailer. Its rear is at x = 739, and its kingpin is above the tractor's drive axles. */
export function Trailer() {
  return (
    <>
      {/* The mud flap, the rear guard, the bogie, and the landing gear. */}
      <path fill={ground} stroke={gray} d="M750-38h7v29h-7z" />
      <path fill={gray} d="M741-38h4v22h-4zM766-40h65v12h-65z" />
      <path fill={chrome} d="M1096-40h6v20h-6zM1092-20h14v3h-14z" />
      {/* The walls with the fleet's colors, ribs, and reflective tape. */}
      <path fill={steel} stroke={ground} d="M739-122h470v83h-470z" />
      <path fill={blue} d="M1098-121h110v81h-164z" />
      <path stroke={silver} strokeWidth="6" d="M1088-118l-51 76" />
      <path stroke={gray} strokeWidth="80" strokeDasharray="2 37" d="M777-81h423" />
      <path fill={ground} opacity=".2" d="M739-66h470v24h-470z" />
      <path stroke={silver} strokeWidth="3" d="M740-120h468M741-42h466" />
      <path stroke={red} strokeWidth="3" strokeDasharray="14 9" d="M741-42h466" />
      <Wheels areDual at={[779, 818]} />
      {/* The lamps: red at the rear, amber along the side. */}
      <path stroke={red} strokeWidth="5" strokeLinecap="round" d="M741-117v2M742-47h.01" />
      <path stroke={amber} strokeWidth="4" strokeLinecap="round" d="M978-47h.01M1204-47h.01M1204-117h.01" />
    </>
  );
}

/** The tractor without its hood and front wheel. */
export function Tractor() {
  return (
    <>
      {/* The mud flap, the rails, the battery box, and the fifth wheel. */}
      <path fill={ground} stroke={gray} d="M1141-34h7v25h-7z" />
      <path fill={gray} d="M1146-33h234v9h-234zM1236-30h20v20h-20zM1172-39h34l-6 6h-22z" />
      {/* The lines to the trailer (emergency red, service blue, electrical green), which hang from a pole's spring. */}
      <path stroke={steel} d="M1222-33v-62" />
      <path stroke={steel} strokeWidth="5" strokeDasharray="1.5 1" d="M1222-92v20" />
      <path stroke={red} d="M1236-72q-6 6-14 1-7 8-13-1" />
      <path stroke={blue} d="M1236-68q-6 6-14 1-7 8-13-1" />
      <path stroke={green} d="M1236-64q-6 6-14 1-7 8-13-1" />
      {/* The stack behind the sleeper, on the near side. Its tip points to the rear. */}
      <path fill={chrome} d="M1233-30v-85q0-5-4-6v91zM1226-104v32h11v-32z" />
      {/* Sleeper and cab, with the visor over the windshield. */}
      <path fill={blue} stroke={ground} d="M1236-28v-78q0-7 7-8l33-4q8-1 12 6l9 14 19 3 14 31v40h-94z" />
      <path stroke={steel} d="M1237-58h91" />
      <path fill={ground} opacity=".2" d="M1236-47h94v18h-94z" />
      <path
        fill="currentColor"
        stroke={ground}
        opacity=".85"
        d="M1296-91h13l10 26h-23zM1312-92h6l12 27h-8z"
      />
      <path stroke={ground} d="M1291-104v76M1330-64v36h-38M1297-52h7M1246-98h22v14h-22z" />
      {/* The tank with its straps and the steps on it, the bumper, which has the hood's hinge, and a mirror. */}
      <path
        fill={steel}
        stroke={ground}
        d="M1268-29h42q4 0 4 10t-4 10h-42q-4 0-4-10t4-10zM1377-24h12q4 0 4 4v7q0 4-4 4h-12l-5-15z"
      />
      <path stroke={ground} d="M1276-29v20M1302-29v20" />
      <path stroke={chrome} strokeWidth="3" d="M1288-23h25M1288-15h25" />
      <path fill={silver} stroke={ground} d="M1311-87h5v20h-5z" />
      <Wheels areDual at={[1169, 1208]} />
      {/* The five marker lights are in a row across the roof, so only one is visible from the side. */}
      <path stroke={amber} strokeWidth="4" strokeLinecap="round" d="M1305-98h.01" />
    </>
  );
}

/** The hood, fender, grille, and headlight. They are one piece, which tilts forward on a hinge in the bumper. */
export function Hood() {
  return (
    <>
      <path fill={blue} stroke={ground} d="M1330-65l46 5q11 1 11 9v27h-57z" />
      <path stroke={steel} d="M1332-57l44 4" />
      <path fill={steel} stroke={ground} d="M1379-59q9 1 9 8v27h-9z" />
      <path fill={ground} d="M1333-18a19 19 0 0 1 38 0z" />
      <path fill={blue} stroke={ground} d="M1326-24q4-21 26-21h18q12 2 13 12v11h-11q-4-14-20-14t-20 14z" />
      <path fill={silver} stroke={ground} d="M1371-41h7q4 1 4 5t-4 4h-7z" />
      <path stroke={ground} d="M1381-55v12M1384.5-54v30" />
    </>
  );
}

/** The transformation that tilts the hood. */
export const hoodUp = 'rotate(76 1387 -23)';

/** The parts below the tilted hood: the radiator and the engine's right side with the turbocharger. */
export function Engine() {
  return (
    <>
      <path fill={gray} stroke={ground} d="M1326-33h58v16h-9l-4-7h-45z" />
      {/* The charge-air cooler, the radiator behind it, and the shroud. */}
      <path fill={gray} stroke={ground} d="M1375-56h5v30h-5zM1369-60h5v35h-5zM1364-50h5v21h-5z" />
      <path stroke={silver} strokeWidth="3" strokeDasharray="1 1.5" d="M1371.5-52v22m6 0v-22" />
      {/* The block with its head, and the ribbed valve cover with its oil cap. */}
      <path fill={steel} stroke={ground} d="M1331-48h28v15l-4 6h-18l-6-6z" />
      <path fill={red} stroke={ground} d="M1330-59h3v-3h5v3h15v12h-23z" />
      <path stroke={ground} strokeWidth="7" strokeDasharray="1 3" d="M1333-53h18" />
      {/* The turbocharger. */}
      <path fill={rust} stroke={ground} strokeWidth="1.5" d={circles(5, [1351, -35])} />
      <path fill={silver} stroke={ground} strokeWidth="1.5" d={circles(4.5, [1358, -34])} />
      {/* Charge air passes the radiator. Coolant flows from the thermostat's housing to the radiator's top. */}
      <path stroke={ground} strokeWidth="5" d="M1358-38q1-7 9-7h8" />
      <path stroke={silver} strokeWidth="3" d="M1358-38q1-7 9-7h8" />
      <path fill={chrome} stroke={ground} d="M1352-58h5v11h-5z" />
      <path stroke={ground} strokeWidth="3" d="M1357-56l12 1" />
      <path stroke={silver} strokeWidth="4" strokeDasharray="1.5 6" d="M1358-56l10 1" />
    </>
  );
}
