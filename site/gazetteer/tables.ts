import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Coordinates } from '../../content/service-areas.ts';

// National data, read at build and never served: docs/geography.md names the sources and licenses.

export interface ZipCode {
  zip: string;
  /** Two letters, like "TX". */
  state: string;
  /** The post office's city. */
  place: string;
  at: Coordinates;
}

export interface GazetteerTown {
  state: string;
  name: string;
  at: Coordinates;
  population: number;
}

export interface NationalHighway {
  state: string;
  system: 'interstate' | 'us' | 'state';
  /** As on its shield, like "35E"; "Loop 12" for a Texas loop. */
  number: string;
  lines: Coordinates[][];
}

export const zipCodes = once((): ZipCode[] =>
  rowsOf('zip-codes.tsv').map(([zip = '', state = '', place = '', latitude, longitude]) => ({
    zip,
    state,
    place,
    at: [Number(longitude), Number(latitude)],
  })),
);

/** Nearly all are towns of 1,000 people and more. */
export const gazetteerTowns = once((): GazetteerTown[] =>
  rowsOf('towns.tsv').map(([state = '', name = '', latitude, longitude, population]) => ({
    state,
    name,
    at: [Number(longitude), Number(latitude)],
    population: Number(population),
  })),
);

/** Interstates, US highways and state routes; lines are up to a kilometer off. */
export const nationalHighways = once((): NationalHighway[] =>
  rowsOf('highways.tsv').map(([state = '', kind = '', number = '', ...lines]) => ({
    state,
    system: systems[kind as keyof typeof systems],
    number,
    lines: lines.map(decodePolyline),
  })),
);

/** Outlines of the land and of lakes. */
export const shores = once(() =>
  rowsOf('shores.tsv').map(([kind, line = '']) => ({
    kind: kind as 'land' | 'lake',
    ring: decodePolyline(line),
  })),
);

const systems = { I: 'interstate', U: 'us', S: 'state' } as const;

function rowsOf(file: string): string[][] {
  const text = gunzipSync(readFileSync(`site/gazetteer/data/${file}.gz`)).toString('utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((row) => row.split('\t'));
}

/** Google's polyline algorithm with a factor of 10,000: differences of latitude, then longitude. */
function decodePolyline(text: string): Coordinates[] {
  const numbers: number[] = [];
  let [value, shift] = [0, 0];
  for (const letter of text) {
    const bits = letter.charCodeAt(0) - 63;
    value |= (bits & 31) << shift;
    shift += 5;
    if (bits < 32) {
      numbers.push(value & 1 ? ~(value >> 1) : value >> 1);
      [value, shift] = [0, 0];
    }
  }
  const points: Coordinates[] = [];
  let [x, y] = [0, 0];
  for (let index = 0; index < numbers.length; index += 2) {
    y += numbers[index] ?? 0;
    x += numbers[index + 1] ?? 0;
    points.push([x / 1e4, y / 1e4]);
  }
  return points;
}

function once<Table>(read: () => Table): () => Table {
  let table: Table | undefined;
  return () => {
    table ??= read();
    return table;
  };
}
