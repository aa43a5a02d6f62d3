import { mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import atlas from 'us-atlas/counties-10m.json' with { type: 'json' };
import { interpolate } from '../../content/interpolate.ts';
import type { Coordinates } from '../../content/service-areas.ts';
import type { Words } from '../../content/words/en.ts';
import type { Area } from '../gazetteer/resolve-area.ts';
import type { Geography } from './geography.ts';
import { type Point, simplify } from './simplify.ts';

/** Width of the picture in its own units; a 360 px screen shows it at two-thirds scale. */
export const width = 480;
/** Font size of names: still 12 px at that scale. */
export const nameSize = 18;
export const dotRadius = 5;
/** Size of a shield's square; three digits are wider. */
export const shieldSize = 30;

const topology = atlas as unknown as Topology;
const allCounties = atlas.objects.counties as unknown as GeometryCollection;

/** How far a drawn line may be from the surveyed one. The narrowest is 1.5 units wide, so nobody sees it. */
const tolerance = 0.6;
/** Drawn points are multiples of it: digits are most of a map's bytes. */
const step = 0.5;
const gap = 5;
/** How far beyond the edge a border is drawn. */
const margin = 20;

/** Widths of Overpass letters, in em. */
const letterWidths: [letters: RegExp, width: number][] = [
  [/[ .]/, 0.25],
  [/[ijlíI]/, 0.3],
  [/[frt]/, 0.41],
  [/[mwMW]/, 0.87],
  [/[A-ZÁÉÍÓÚÑ]/, 0.71],
];
const otherLetters = 0.6;

export interface Box {
  name: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The drawing of an area, in the units of the picture. */
export function drawingOf({ city, downtown, towns }: Area, geography: Geography, { serviceArea }: Words) {
  const { west, east, south, north, counties, highways, geodata } = geography;
  // Degrees of longitude shrink with latitude; this approximation is enough at this scale.
  const narrowing = Math.cos((((north + south) / 2) * Math.PI) / 180);
  const scale = width / ((east - west) * narrowing);
  const at = ([longitude, latitude]: Coordinates): Point => ({
    x: round((longitude - west) * narrowing * scale),
    y: round((north - latitude) * scale),
  });
  const height = Math.round((north - south) * scale);
  const near = ({ x, y }: Point) => x > -margin && y > -margin && x < width + margin && y < height + margin;
  const inside = (box: Box) =>
    box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height;
  const named = [{ name: interpolate(serviceArea.downtown, { city }), ...downtown }, ...towns].map(
    (town) => ({
      ...town,
      dot: at(town.at),
    }),
  );
  /** What is on the map so far: everything placed later keeps clear of it. */
  const placed = named.map(({ name, dot }) => dotBox(name, dot));
  const fits = (box: Box) => inside(box) && !placed.some((other) => touch(box, other));
  const dots = named.map(({ name, dot, nameSide }) => {
    const wanted = nameSide ? [nameSide, ...sides] : sides;
    const side = wanted.find((some) => fits(labelBeside(dot, name, some))) ?? nameSide ?? 'right';
    const label = labelBeside(dot, name, side);
    placed.push(label);
    return { ...dot, side, label };
  });
  const roads = highways.map(({ name, road = name, byHand, ...highway }) => {
    const drawn = [...(geodata.roads[road] ?? []), ...(byHand ? [byHand] : [])];
    const lines = drawn.map((line) => drawnLine(placesOf(line).map(at)));
    return { ...highway, name, lines };
  });
  return {
    height,
    /** The parts of the borders near the picture. */
    counties: bordersOf(counties).flatMap((ring) => piecesOf(ring.map(at), near).map(drawnLine)),
    water: Object.values(geodata.water).flatMap((shores) =>
      shores.map((shore) => drawnLine(placesOf(shore).map(at))),
    ),
    roads,
    shields: roads.flatMap(({ lines, shields, ...route }) =>
      placesOf(shields).flatMap((place) => {
        const point = nearestOn(lines, at(place));
        if (!fits(shieldBox(route, point))) {
          return [];
        }
        placed.push(shieldBox(route, point));
        return [{ route, ...point }];
      }),
    ),
    dots,
  };
}

/** Bounding boxes of everything that must not overlap. */
export function boxesOf({ dots, shields }: ReturnType<typeof drawingOf>): Box[] {
  return [
    ...dots.map(({ label }) => label),
    ...dots.map(({ label, ...dot }) => dotBox(label.name, dot)),
    ...shields.map(({ route, ...point }) => shieldBox(route, point)),
  ];
}

export function touch(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

const dotBox = (name: string, { x, y }: Point) =>
  around(`dot of ${name}`, x, y, 2 * dotRadius, 2 * dotRadius);

const shieldBox = ({ name, number }: { name: string; number: string }, { x, y }: Point) =>
  around(name, x, y, shieldWidth(number), shieldSize);

export const shieldWidth = (number: string) => (number.length > 2 ? 1.4 * shieldSize : shieldSize);

/** The SVG path of lines, in relative coordinates, which are shorter. */
export function pathOf(lines: readonly (readonly Point[])[], end = ''): string {
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

/** Parses the geodata's "longitude latitude, …". */
const placesOf = (line: string): Coordinates[] =>
  (line ? line.split(', ') : []).map((place) => {
    const [longitude = 0, latitude = 0] = place.split(' ').map(Number);
    return [longitude, latitude];
  });

function piecesOf(points: readonly Point[], keep: (point: Point) => boolean): Point[][] {
  const pieces: Point[][] = [[]];
  for (const point of points) {
    if (keep(point)) {
      pieces.at(-1)?.push(point);
    } else if (pieces.at(-1)?.length) {
      pieces.push([]);
    }
  }
  return pieces.filter(({ length }) => length > 1);
}

/** A surveyed line in fewer points and digits. */
function drawnLine(points: readonly Point[]): Point[] {
  const toStep = (value: number) => Math.round(value / step) * step;
  const placed = points.map(({ x, y }) => ({ x: toStep(x), y: toStep(y) }));
  return simplify(placed, tolerance);
}

/** The point on the lines nearest to a given point. */
function nearestOn(lines: readonly (readonly Point[])[], { x, y }: Point): Point {
  const candidates = lines.flatMap((line) =>
    line.slice(1).map((end, index) => {
      const start = line[index] ?? end;
      const [across, down] = [end.x - start.x, end.y - start.y];
      const length = across ** 2 + down ** 2 || 1;
      const along = Math.max(0, Math.min(1, ((x - start.x) * across + (y - start.y) * down) / length));
      return { x: round(start.x + along * across), y: round(start.y + along * down) };
    }),
  );
  const distance = (point: Point) => Math.hypot(point.x - x, point.y - y);
  return candidates.reduce((best, next) => (distance(next) < distance(best) ? next : best));
}

/** The width of a text. */
function widthOf(text: string): number {
  const widths = Array.from(text, (letter) => letterWidths.find(([letters]) => letters.test(letter))?.[1]);
  return round(widths.reduce<number>((sum, letter) => sum + (letter ?? otherLetters), 0) * nameSize);
}

const sides = ['right', 'left', 'above', 'below'] as const;

function labelBeside({ x, y }: Point, name: string, side: (typeof sides)[number]): Box {
  const size = { width: widthOf(name), height: nameSize };
  const away = dotRadius + gap;
  const corner = {
    left: { x: x - away - size.width, y: y - size.height / 2 },
    right: { x: x + away, y: y - size.height / 2 },
    above: { x: x - size.width / 2, y: y - away - size.height },
    below: { x: x - size.width / 2, y: y + away },
  }[side];
  return { name, x: round(corner.x), y: round(corner.y), ...size };
}

const around = (name: string, x: number, y: number, boxWidth: number, height: number): Box => ({
  name,
  x: x - boxWidth / 2,
  y: y - height / 2,
  width: boxWidth,
  height,
});

const round = (value: number) => Math.round(value * 10) / 10;

/** County borders by FIPS code, from the Census Bureau's boundary files; each border once. */
function bordersOf(fips: readonly string[]): Coordinates[][] {
  const found = allCounties.geometries.filter(({ id }) => fips.includes(String(id)));
  if (found.length !== fips.length) {
    throw new Error(`site/map names a county that the atlas does not have: one of ${fips.join(', ')}.`);
  }
  const { coordinates } = mesh(topology, { ...allCounties, geometries: found });
  return coordinates as unknown as Coordinates[][];
}
