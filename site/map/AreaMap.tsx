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
      {dots.map(({ x, y, label }) => (
        <g key={label.name} className="town">
          <circle cx={x} cy={y} r={dotRadius} />
          <text
            x={label.x}
            y={label.y + 0.78 * nameSize}
            textLength={label.width}
            lengthAdjust="spacingAndGlyphs"
          >
            {label.name}
          </text>
        </g>
      ))}
      <Minutes sign={minutes} />
    </svg>
  );
}

/** The average, on a small guide sign in the corner. */
function Minutes({ sign: { name, x, y, width: signWidth, height } }: { sign: Box }) {
  return (
    <g className="minutes" transform={`translate(${x} ${y})`}>
      <rect width={signWidth} height={height} rx="6" />
      <rect x="3" y="3" width={signWidth - 6} height={height - 6} rx="4" />
      <text x="12" y="24" textLength={signWidth - 24} lengthAdjust="spacingAndGlyphs">
        {name}
      </text>
    </g>
  );
}
