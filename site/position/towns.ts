import { areas } from '../gazetteer/areas.ts';

/** The towns we serve, with their city's name. A downtown has no town name. */
export const towns = areas.flatMap(({ city, downtown, towns }) => [
  { name: undefined, city, at: downtown.at },
  ...towns.map(({ name, at }) => ({ name, city, at })),
]);
