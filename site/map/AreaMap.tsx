import { interpolate } from '../../content/interpolate.ts';
import type { Language } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';
import type { Area } from '../gazetteer/resolve-area.ts';
import {
  type Box,
  dotRadius,
  formatPath,
  getShieldWidth,
  layOutMap,
  mapWidth,
  nameSize,
  shieldSize,
} from './drawing.ts';
import type { Geography } from './geography.ts';
import { ShieldNumber, ShieldOutline } from './Shield.tsx';

interface Props {
  area: Area;
  geography: Geography;
  language: Language;
  /** The map's position in the file of maps. */
  x: number;
}

/** The highway systems in drawing order, so major roads are on top of minor roads. */
const systems = ['texas', 'us', 'interstate'] as const;

/**
 * A service area's map, mostly from survey data (docs/geography.md), with water, highways, and towns. Positions
 * are rounded to whole units, because digits take many of the file's bytes.
 */
export function AreaMap({ area, geography, language, x }: Props) {
  const { serviceArea } = words[language];
  const { height, water, roads, shields, dots } = layOutMap(area, geography, words[language]);
  return (
    // If a visitor opens the map's file, screen readers treat the map as one picture. Otherwise, they would read its
    // names in drawing order.
    <svg role="img" x={x} width={mapWidth} height={height}>
      <title>{interpolate(serviceArea.mapAlt, { city: area.city })}</title>
      <rect className="land" width={mapWidth} height={height} />
      <path className="water" d={formatPath(water, 'Z')} />
      {systems.map((system) => (
        <path
          key={system}
          className={`road ${system}-road`}
          d={formatPath(roads.filter((road) => road.system === system).flatMap(({ lines }) => lines))}
        />
      ))}
      {shields.map(({ x: shieldX, y, highway }) => (
        <g
          key={`${highway.name} ${shieldX}`}
          transform={`translate(${Math.round(shieldX - getShieldWidth(highway.number) / 2)} ${Math.round(y - shieldSize / 2)})`}
        >
          <ShieldOutline {...highway} isWide={highway.number.length > 2} />
          <ShieldNumber highway={highway} />
        </g>
      ))}
      {dots.map(({ x: dotX, y, side, label }) => (
        <g key={label.name} className="town">
          <circle cx={Math.round(dotX)} cy={Math.round(y)} r={dotRadius} />
          <text
            x={Math.round(anchors[side].at(label))}
            y={Math.round(label.y + 0.8 * nameSize)}
            textAnchor={anchors[side].anchor}
          >
            {label.name}
          </text>
        </g>
      ))}
    </svg>
  );
}

/** Each name is anchored at its dot's side, so all gaps are equal, whatever font the browser uses. */
const anchors = {
  left: { anchor: 'end', at: ({ x, width: length }: Box) => x + length },
  right: { anchor: 'start', at: ({ x }: Box) => x },
  above: { anchor: 'middle', at: ({ x, width: length }: Box) => x + length / 2 },
  below: { anchor: 'middle', at: ({ x, width: length }: Box) => x + length / 2 },
} as const;
