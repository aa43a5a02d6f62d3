import { interpolate } from '../../content/interpolate.ts';
import type { Coordinates } from '../../content/service-areas.ts';
import type { Words } from '../../content/words/schema.ts';
import type { Area } from '../gazetteer/resolve-area.ts';
import type { Geography } from './geography.ts';
import { type Point, simplify } from './simplify.ts';

/** The map's width in its own units. A screen of 360 px shows it at two-thirds scale. */
export const mapWidth = 480;
/** The font size of names, which is still 12 px at that scale. */
export const nameSize = 18;
export const dotRadius = 5;
/** The size of a shield's square. Shields with three digits are wider. */
export const shieldSize = 30;

/** The maximum distance that a simplified line moves. The narrowest line is 2 units wide, so nobody sees it. */
const tolerance = 1.75;
/** Coordinates are rounded to multiples of this step, because digits take many of a map's bytes. */
const coordinateStep = 0.5;
/** The space between a dot and its name, in the map's units. */
const nameGap = 5;

/** The approximate widths of Overpass's letters, in em. */
const letterWidths: [letters: RegExp, width: number][] = [
  [/[ .]/, 0.25],
  [/[ijlíI]/, 0.3],
  [/[frt]/, 0.41],
  [/[mwMW]/, 0.87],
  [/[A-ZÁÉÍÓÚÑ]/, 0.71],
];
const defaultLetterWidth = 0.6;

export interface Box {
  name: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Calculates the positions of everything on an area's map, in the map's units. */
export function layOutMap({ city, downtown, towns }: Area, geography: Geography, { serviceArea }: Words) {
  const { west, east, south, north, highways, geodata } = geography;
  // A degree of longitude is shorter at higher latitudes. One factor for the whole map is accurate enough.
  const narrowing = Math.cos((((north + south) / 2) * Math.PI) / 180);
  const scale = mapWidth / ((east - west) * narrowing);
  const project = ([longitude, latitude]: Coordinates): Point => ({
    x: round((longitude - west) * narrowing * scale),
    y: round((north - latitude) * scale),
  });
  const height = Math.round((north - south) * scale);
  const isInside = (box: Box) =>
    box.x >= 0 && box.y >= 0 && box.x + box.width <= mapWidth && box.y + box.height <= height;
  const labeledPlaces = [{ name: interpolate(serviceArea.downtown, { city }), ...downtown }, ...towns].map(
    (town) => ({
      ...town,
      dot: project(town.at),
    }),
  );
  /** The boxes on the map so far. If possible, later boxes avoid these. */
  const placed = labeledPlaces.map(({ name, dot }) => createDotBox(name, dot));
  const fits = (box: Box) => isInside(box) && !placed.some((other) => overlap(box, other));
  const dots = labeledPlaces.map(({ name, dot, nameSide }) => {
    const wanted = nameSide ? [nameSide, ...sides] : sides;
    const side = wanted.find((candidate) => fits(placeLabel(dot, name, candidate))) ?? nameSide ?? 'right';
    const label = placeLabel(dot, name, side);
    placed.push(label);
    return { ...dot, side, label };
  });
  const roads = highways.map(({ name, road = name, handDrawn, ...highway }) => {
    const drawn = [...(geodata.roads[road] ?? []), ...(handDrawn ? [handDrawn] : [])];
    const lines = drawn.map((line) => simplifyLine(parseLine(line).map(project)));
    return { ...highway, name, lines };
  });
  return {
    height,
    water: Object.values(geodata.water).flatMap((shores) =>
      shores.map((shore) => simplifyLine(parseLine(shore).map(project))),
    ),
    roads,
    shields: roads.flatMap(({ lines, shields, ...highway }) =>
      parseLine(shields).flatMap((place) => {
        const point = findNearestPoint(lines, project(place));
        if (!fits(createShieldBox(highway, point))) {
          return [];
        }
        placed.push(createShieldBox(highway, point));
        return [{ highway, ...point }];
      }),
    ),
    dots,
  };
}

/** Lists the bounding boxes of everything that must not overlap. */
export function listBoxes({ dots, shields }: ReturnType<typeof layOutMap>): Box[] {
  return [
    ...dots.map(({ label }) => label),
    ...dots.map(({ label, ...dot }) => createDotBox(label.name, dot)),
    ...shields.map(({ highway, ...point }) => createShieldBox(highway, point)),
  ];
}

export function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

const createDotBox = (name: string, { x, y }: Point) =>
  createCenteredBox(`dot of ${name}`, x, y, 2 * dotRadius, 2 * dotRadius);

const createShieldBox = ({ name, number }: { name: string; number: string }, { x, y }: Point) =>
  createCenteredBox(name, x, y, getShieldWidth(number), shieldSize);

export const getShieldWidth = (number: string) => (number.length > 2 ? 1.4 * shieldSize : shieldSize);

/** Returns SVG path data for lines, in relative coordinates, because they are shorter. */
export function formatPath(lines: readonly (readonly Point[])[], end = ''): string {
  return lines
    .map(([first = { x: 0, y: 0 }, ...others]) => {
      let from = first;
      const steps = others.map((to) => {
        const step = `${round(to.x - from.x)} ${round(to.y - from.y)}`;
        from = to;
        return step;
      });
      return `M${first.x} ${first.y}l${steps.join(' ').replaceAll(' -', '-').replace(/\b0\./g, '.')}${end}`;
    })
    .join('');
}

/** Parses the geodata's format, "longitude latitude, …". */
const parseLine = (line: string): Coordinates[] =>
  (line ? line.split(', ') : []).map((place) => {
    const [longitude = 0, latitude = 0] = place.split(' ').map(Number);
    return [longitude, latitude];
  });

/** Removes points from a line, and digits from its coordinates. */
function simplifyLine(points: readonly Point[]): Point[] {
  const toStep = (value: number) => Math.round(value / coordinateStep) * coordinateStep;
  const placed = points.map(({ x, y }) => ({ x: toStep(x), y: toStep(y) }));
  return simplify(placed, tolerance);
}

/** Finds the point on any of the lines that is nearest to a given point. */
function findNearestPoint(lines: readonly (readonly Point[])[], { x, y }: Point): Point {
  const candidates = lines.flatMap((line) =>
    line.slice(1).map((end, index) => {
      const start = line[index] ?? end;
      const [across, down] = [end.x - start.x, end.y - start.y];
      const squaredLength = across ** 2 + down ** 2 || 1;
      const along = Math.max(0, Math.min(1, ((x - start.x) * across + (y - start.y) * down) / squaredLength));
      return { x: round(start.x + along * across), y: round(start.y + along * down) };
    }),
  );
  const distance = (point: Point) => Math.hypot(point.x - x, point.y - y);
  return candidates.reduce((best, next) => (distance(next) < distance(best) ? next : best));
}

/** Estimates the width from typical letters, because the build has no fonts. */
function estimateTextWidth(text: string): number {
  const widths = Array.from(text, (letter) => letterWidths.find(([letters]) => letters.test(letter))?.[1]);
  return round(widths.reduce<number>((sum, letter) => sum + (letter ?? defaultLetterWidth), 0) * nameSize);
}

const sides = ['right', 'left', 'above', 'below'] as const;

function placeLabel({ x, y }: Point, name: string, side: (typeof sides)[number]): Box {
  const size = { width: estimateTextWidth(name), height: nameSize };
  const away = dotRadius + nameGap;
  const corner = {
    left: { x: x - away - size.width, y: y - size.height / 2 },
    right: { x: x + away, y: y - size.height / 2 },
    above: { x: x - size.width / 2, y: y - away - size.height },
    below: { x: x - size.width / 2, y: y + away },
  }[side];
  return { name, x: round(corner.x), y: round(corner.y), ...size };
}

const createCenteredBox = (name: string, x: number, y: number, boxWidth: number, height: number): Box => ({
  name,
  x: x - boxWidth / 2,
  y: y - height / 2,
  width: boxWidth,
  height,
});

const round = (value: number) => Math.round(value * 10) / 10;
