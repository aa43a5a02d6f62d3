import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Coordinates } from '../../content/service-areas.ts';

// National data for the build. The server never sends these files. docs/geography.md names the sources and licenses.

export interface ZipCode {
  zip: string;
  /** Two letters, like "TX". */
  state: string;
  /** The city of the post office. */
  place: string;
  at: Coordinates;
}

export interface GazetteerTown {
  state: string;
  name: string;
  at: Coordinates;
  population: number;
}

export const readZipCodes = once((): ZipCode[] =>
  readRows('zip-codes.tsv').map(([zip = '', state = '', place = '', latitude, longitude]) => ({
    zip,
    state,
    place,
    at: [Number(longitude), Number(latitude)],
  })),
);

/** Reads the towns, nearly all with at least 1,000 people. */
export const readTowns = once((): GazetteerTown[] =>
  readRows('towns.tsv').map(([state = '', name = '', latitude, longitude, population]) => ({
    state,
    name,
    at: [Number(longitude), Number(latitude)],
    population: Number(population),
  })),
);

function readRows(file: string): string[][] {
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
