import { interpolate } from '../../content/interpolate.ts';
import type { Language } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';
import type { Area } from '../gazetteer/resolve-area.ts';
import {
  type Box,
  dotRadius,
  drawingOf,
  nameSize,
  pathOf,
  shieldSize,
  shieldWidth,
  width,
} from './drawing.ts';
import type { Geography } from './geography.ts';
import { ShieldNumber, ShieldOutline } from './Shield.tsx';

interface Props {
  area: Area;
  geography: Geography;
  language: Language;
  /** Where it is in the file of maps. */
  x: number;
}

/** Drawn in this order: major roads over minor ones. */
const systems = ['texas', 'us', 'interstate'] as const;

/** The map of a service area, from survey data (docs/geography.md): water, borders, highways and towns. */
export function AreaMap({ area, geography, language, x }: Props) {
  const { serviceArea } = words[language];
  const { height, counties, water, roads, shields, dots } = drawingOf(area, geography, words[language]);
  return (
    // Opened by itself, it is one picture: its words would be read in the order they were drawn.
    <svg role="img" x={x} width={width} height={height}>
      <title>{interpolate(serviceArea.mapAlt, { city: area.city })}</title>
      <rect className="land" width={width} height={height} />
      <path className="water" d={pathOf(water, 'Z')} />
      <path className="counties" d={pathOf(counties)} />
      {systems.map((system) => (
        <path
          key={system}
          className={`road ${system}-road`}
          d={pathOf(roads.filter((road) => road.system === system).flatMap(({ lines }) => lines))}
        />
      ))}
      {shields.map(({ x: shieldX, y, route }) => (
        <g
          key={`${route.name} ${shieldX}`}
          transform={`translate(${shieldX - shieldWidth(route.number) / 2} ${y - shieldSize / 2})`}
        >
          <ShieldOutline {...route} wide={route.number.length > 2} />
          <ShieldNumber route={route} />
        </g>
      ))}
      {dots.map(({ x: dotX, y, side, label }) => (
        <g key={label.name} className="town">
          <circle cx={dotX} cy={y} r={dotRadius} />
          <text x={anchors[side].at(label)} y={label.y + 0.8 * nameSize} textAnchor={anchors[side].anchor}>
            {label.name}
          </text>
        </g>
      ))}
    </svg>
  );
}

/** Each name is anchored on the side of its dot, so that the gap is the same everywhere. */
const anchors = {
  left: { anchor: 'end', at: ({ x, width: length }: Box) => x + length },
  right: { anchor: 'start', at: ({ x }: Box) => x },
  above: { anchor: 'middle', at: ({ x, width: length }: Box) => x + length / 2 },
  below: { anchor: 'middle', at: ({ x, width: length }: Box) => x + length / 2 },
} as const;
