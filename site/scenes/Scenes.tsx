import type { ComponentType, ReactNode } from 'react';
import type { DrawingName } from '../../content/schema.ts';
import { Cutaway } from './Cutaway.tsx';
import { ConstructionEquipment } from './drawings/ConstructionEquipment.tsx';
import { EmergencyRepair } from './drawings/EmergencyRepair.tsx';
import { EngineDiagnostics } from './drawings/EngineDiagnostics.tsx';
import { FleetMaintenance, FrontOfTractor } from './drawings/FleetMaintenance.tsx';
import { MobileService, WorkLamp } from './drawings/MobileService.tsx';
import { Jug, PreventiveMaintenance } from './drawings/PreventiveMaintenance.tsx';
import { CallingDriver, Mechanic } from './Mechanic.tsx';
import { afterglow, amber, dawn, dusk, ground, haze, lamp, night, rust, silver, sun } from './paint.ts';
import { Engine, Hood, Tractor, Trailer, Wheels } from './Rig.tsx';
import { Hazards, Night, NightRoad, OpenRig, Sunrise } from './RoadScenes.tsx';
import { Chock, Cone, ExitSign, Lot, MileMarker, Road, Toolbox, Triangle } from './Roadside.tsx';
import { ServiceTruck } from './ServiceTruck.tsx';

/*
 * Words of the design, which imitates a Texas freeway:
 * - board: a black message board with amber letters
 * - lamp: one of the lights that form a board's letters. Scenes also contain work lamps
 * - sign: a green guide sign with white letters, or an orange work-zone sign
 * - panel: a card on a page with a line inside its edge, like a road sign
 * - marker, mile marker: a sign at the roadside with the number of a mile
 * - scene: a wide picture of the road, like the night behind the gallery's heading. The hero's scene is in Dusk.tsx
 * - drawing: one of the smaller pictures in this file, which the gallery shows. Icons and maps are drawings, too
 */

interface Workplace {
  /** Whether trucks are repaired on the shoulder. Otherwise, they are repaired in a lot at the next exit. */
  worksOnShoulders: boolean;
}

interface Shop extends Workplace {
  /** Whether the shop answers day and night. Its service truck then says "24/7". */
  isAlwaysAnswered: boolean;
}

interface Props extends Shop {
  /** The title for people who open the file directly. */
  title: string;
  /** The drawings that pages show. */
  names: readonly DrawingName[];
}

const drawings: Record<DrawingName, ComponentType<Workplace>> = {
  'emergency-repair': EmergencyRepair,
  'engine-diagnostics': EngineDiagnostics,
  'mobile-service': MobileService,
  'construction-equipment': ConstructionEquipment,
  'preventive-maintenance': PreventiveMaintenance,
  'fleet-maintenance': FleetMaintenance,
  cutaway: Cutaway,
};

/** The parts that scenes and drawings use, by ID. */
const createParts = ({ worksOnShoulders, isAlwaysAnswered }: Shop): Record<string, ReactNode> => ({
  road: <Road />,
  'night-road': <NightRoad />,
  ...(worksOnShoulders
    ? { 'marker-17': <MileMarker digit={7} /> }
    : { lot: <Lot />, 'exit-sign': <ExitSign /> }),
  triangle: <Triangle />,
  trailer: <Trailer />,
  tractor: <Tractor />,
  hood: <Hood />,
  'steer-wheel': <Wheels at={[1352]} />,
  engine: <Engine />,
  mechanic: <Mechanic />,
  driver: <CallingDriver />,
  'open-rig': <OpenRig />,
  cone: <Cone />,
  toolbox: <Toolbox />,
  chock: <Chock />,
  'service-truck': <ServiceTruck isAlwaysAnswered={isAlwaysAnswered} />,
  'marker-18': <MileMarker digit={8} />,
  front: <FrontOfTractor />,
  'work-lamp': <WorkLamp />,
  jug: <Jug />,
  hills: <path fill={ground} d="M0 104l70-3 90 4 80-4 60 3v96H0z" />,
});

/** The colors of each sky, from its top to the horizon. */
const skies = {
  'night-sky': [night, night, dusk],
  'dusk-sky': [night, afterglow, haze],
  'first-light': [night, afterglow, rust],
  'dawn-sky': [dusk, haze, dawn, amber],
};

/** In scenes, the sky's gradient begins at y = -290. Above that, its top color continues. */
const wideSkies = { 'high-night': skies['night-sky'], 'high-dawn': skies['dawn-sky'] };

/** The stars' positions, which look random but are the same in each build. */
const stars = Array.from(
  { length: 5 },
  (_, index) => `M${(index * 131 + 55) % 307} ${(index * index * 23 + 35) % 143}h.01`,
);

/** The colors of light around its source: in the middle, and farther out. */
const lights = { 'lamp-light': [lamp, amber], beacon: [amber, amber], sunlight: [sun, amber] };

/** The place and size of the scenes. They are wide enough for any screen, and pages show only a part of them. */
const wide = { x: -1200, width: 3800, height: 900, viewBox: '-1200 -800 3800 900' };

/**
 * The file of scenes and drawings, which browsers load once for all of them. It contains their views, each part once,
 * and the scenes and drawings, spaced far apart. A page shows one by its view, like `<img src="/scenes.svg#night">`.
 */
export function Scenes({ title, names, worksOnShoulders, isAlwaysAnswered }: Props) {
  const shown = names.map((name, index) => ({ name, Drawing: drawings[name], x: 900 * index }));
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      role="img"
      viewBox="0 0 300 200"
      color={amber}
      fill="none"
      strokeWidth="2"
      strokeLinejoin="round"
    >
      <title>{title}</title>
      {shown.map(({ name, x }) => (
        <view key={name} id={name} viewBox={`${x} 0 300 200`} />
      ))}
      <view id="night" viewBox="916 4836 788 200" preserveAspectRatio="xMidYMax" />
      <view id="night-narrow" viewBox="1228 4836 460 200" preserveAspectRatio="xMidYMax" />
      <view id="sunrise" viewBox="240 8778 1200 261" />
      <view id="sunrise-narrow" viewBox="466 8739 944 300" />
      <view id="hazards" viewBox="405 12721 1000 318" />
      <defs>
        {Object.entries(skies).map(([id, colors]) => (
          <linearGradient key={id} id={id} x2="0" y2="1">
            <Stops colors={colors} />
          </linearGradient>
        ))}
        {Object.entries(wideSkies).map(([id, colors]) => (
          <linearGradient key={id} id={id} x2="0" y1="-290" y2="-50" gradientUnits="userSpaceOnUse">
            <Stops colors={colors} />
          </linearGradient>
        ))}
        <pattern id="stars" width="307" height="143" patternUnits="userSpaceOnUse">
          <path stroke={silver} strokeWidth="1.5" strokeLinecap="round" opacity=".6" d={stars.join('')} />
        </pattern>
        {Object.entries(lights).map(([id, [middle, around]]) => (
          <radialGradient key={id} id={id}>
            <stop stopColor={middle} stopOpacity=".7" />
            <stop offset=".4" stopColor={around} stopOpacity=".2" />
            <stop offset="1" stopColor={around} stopOpacity="0" />
          </radialGradient>
        ))}
        {Object.entries(createParts({ worksOnShoulders, isAlwaysAnswered })).map(([id, part]) => (
          <g key={id} id={id}>
            {part}
          </g>
        ))}
      </defs>
      {shown.map(({ name, Drawing, x }) => (
        <svg key={name} aria-hidden="true" x={x} width="300" height="200">
          <Drawing worksOnShoulders={worksOnShoulders} />
        </svg>
      ))}
      <svg {...wide} aria-hidden="true" y="4200">
        <Night worksOnShoulders={worksOnShoulders} />
      </svg>
      <svg {...wide} aria-hidden="true" y="8200">
        <Sunrise />
      </svg>
      <svg {...wide} aria-hidden="true" y="12200">
        <Hazards />
      </svg>
    </svg>
  );
}

/** A gradient's colors at equal distances. */
function Stops({ colors }: { colors: readonly string[] }) {
  const stops = colors.map((color, index) => ({ color, offset: index / (colors.length - 1) }));
  return stops.map(({ color, offset }) => <stop key={offset} offset={offset} stopColor={color} />);
}
