import type { Language } from '../../content/languages.ts';
import type { ServiceArea } from '../../content/service-areas.ts';
import { words } from '../../content/words/index.ts';
import { fillIn } from '../../contract/fill-in.ts';
import { outlineOf } from './counties.ts';
import { type Box, dotRadius, drawingOf, nameSize, width } from './drawing.ts';
import type { Place } from './geography.ts';
import { Shield } from './Shield.tsx';

interface Props {
  area: ServiceArea;
  language: Language;
  /** The sheet of the drawing: it is a file of its own and brings everything with it. */
  style: string;
}

/** The diagram of a service area: exact county outlines, schematic highways, towns where they are. */
export function AreaMap({ area, language, style }: Props) {
  const { serviceArea } = words[language];
  const { height, at, counties, highways, shields, dots, minutes } = drawingOf(area, words[language]);
  const path = (places: readonly Place[]) =>
    `M${places
      .map(at)
      .map(({ x, y }) => `${x} ${y}`)
      .join('L')}`;
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      lang={language}
    >
      <title>{fillIn(serviceArea.mapAlt, { city: area.city })}</title>
      <style>{style}</style>
      <rect className="ground" width={width} height={height} />
      <path
        className="counties"
        d={counties
          .flatMap(outlineOf)
          .map((ring) => `${path(ring)}Z`)
          .join('')}
      />
      {highways.map(({ name, system, lines }) => (
        <path key={name} className={`highway ${system}-line`} d={lines.map(path).join('')} />
      ))}
      {shields.map(({ x, y, ...route }) => (
        <Shield key={route.name} route={route} x={x} y={y} />
      ))}
      {dots.map(({ x, y, side, label }) => (
        <g key={label.name} className="town">
          <circle cx={x} cy={y} r={dotRadius} />
          <text x={anchors[side].at(label)} y={label.y + 0.8 * nameSize} textAnchor={anchors[side].anchor}>
            {label.name}
          </text>
        </g>
      ))}
      <Minutes sign={minutes} />
    </svg>
  );
}

/** Each name is anchored where it meets its dot, so that the gap between them is the same everywhere. */
const anchors = {
  left: { anchor: 'end', at: ({ x, width: length }: Box) => x + length },
  right: { anchor: 'start', at: ({ x }: Box) => x },
  above: { anchor: 'middle', at: ({ x, width: length }: Box) => x + length / 2 },
  below: { anchor: 'middle', at: ({ x, width: length }: Box) => x + length / 2 },
} as const;

/** The average, on a small guide sign in the corner. */
function Minutes({ sign: { name, x, y, width: signWidth, height } }: { sign: Box }) {
  return (
    <g className="minutes" transform={`translate(${x} ${y})`}>
      <rect width={signWidth} height={height} rx="6" />
      <rect x="3" y="3" width={signWidth - 6} height={height - 6} rx="4" />
      <text x="12" y="24">
        {name}
      </text>
    </g>
  );
}
