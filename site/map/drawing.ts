import type { ServiceArea } from '../../content/service-areas.ts';
import type { Words } from '../../content/words/en.ts';
import { fillIn } from '../../contract/fill-in.ts';
import { austin } from './austin.ts';
import type { Geography, Place, Town } from './geography.ts';
import { houston } from './houston.ts';
import { towns } from './towns.ts';

export const geography: Record<ServiceArea['id'], Geography> = { houston, austin };

/** Width of the picture in its own units; a 360 px screen shows it at two thirds. */
export const width = 480;
/** Size of a name: still 12 px there. */
export const nameSize = 18;
export const dotRadius = 5;
/** A shield fills a square of this size; one with three digits is wider. */
export const shieldSize = 30;

const gap = 5;

/** Widths of the letters of Overpass, in parts of the size of the type. */
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

/** What is drawn of an area, in the units of the picture. */
export function drawingOf({ id, city, averageMinutes, towns: names }: ServiceArea, { serviceArea }: Words) {
  const { west, east, south, north, counties, downtown, highways } = geography[id];
  // Degrees of longitude shrink with the latitude; at this size nothing finer would show.
  const narrowing = Math.cos((((north + south) / 2) * Math.PI) / 180);
  const scale = width / ((east - west) * narrowing);
  const at = ([longitude, latitude]: Place) => ({
    x: round((longitude - west) * narrowing * scale),
    y: round((north - latitude) * scale),
  });
  const places: [string, Town][] = names.map((name) => [name, towns[name]]);
  const height = Math.round((north - south) * scale);
  return {
    height,
    minutes: minutesSign(fillIn(serviceArea.mapMinutes, { minutes: averageMinutes }), height),
    at,
    counties,
    highways,
    shields: highways.map((highway) => ({ ...highway, ...at(highway.shield) })),
    dots: [[fillIn(serviceArea.downtown, { city }), downtown] as const, ...places].map(([name, town]) => {
      const dot = at(town.at);
      return { ...dot, side: town.side, label: labelBeside(dot, name, town.side) };
    }),
  };
}

/** Everything that may not touch anything else. */
export function boxesOf({ dots, shields, minutes }: ReturnType<typeof drawingOf>): Box[] {
  return [
    minutes,
    ...dots.map(({ label }) => label),
    ...dots.map(({ x, y, label }) => around(`dot of ${label.name}`, x, y, 2 * dotRadius, 2 * dotRadius)),
    ...shields.map(({ x, y, name, number }) => around(name, x, y, shieldWidth(number), shieldSize)),
  ];
}

export const shieldWidth = (number: string) => (number.length > 2 ? 1.4 * shieldSize : shieldSize);

/** How wide a text is. */
function widthOf(text: string): number {
  const widths = Array.from(text, (letter) => letterWidths.find(([letters]) => letters.test(letter))?.[1]);
  return round(widths.reduce<number>((sum, letter) => sum + (letter ?? otherLetters), 0) * nameSize);
}

/** The small sign with the average, in the lower left corner. */
function minutesSign(text: string, height: number): Box {
  return { name: text, x: 8, y: height - 44, width: widthOf(text) + 24, height: 36 };
}

function labelBeside({ x, y }: { x: number; y: number }, name: string, side: Town['side']): Box {
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
