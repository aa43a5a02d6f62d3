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

function rowsOf(file: string): string[][] {
  const text = gunzipSync(readFileSync(`site/gazetteer/data/${file}.gz`)).toString('utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((row) => row.split('\t'));
}

function once<Table>(read: () => Table): () => Table {
  let table: Table | undefined;
  return () => {
    table ??= read();
    return table;
  };
}
