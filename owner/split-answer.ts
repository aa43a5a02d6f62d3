import { stateNames } from '../site/gazetteer/states.ts';

/** Splits "Fresno, California" or "Fresno CA" into Fresno and CA. */
export function splitCityAndState(typed: string): { city: string; state: string } {
  const [, city = typed, state = ''] =
    /^(.*?),\s*(.*)$/.exec(typed.trim()) ?? /^(.+) ([A-Z]{2})$/.exec(typed.trim()) ?? [];
  const byName = Object.entries(stateNames).find(([, name]) => name.toLowerCase() === state.toLowerCase());
  return { city, state: byName?.[0] ?? state.toUpperCase() };
}

const separator = new RegExp(`;|,(?!\\s*(?:${Object.keys(stateNames).join('|')})\\b)`);

/** Splits "Kyle; Katy, TX, Alvin" into three towns. A state stays with its town. */
export const splitTowns = (typed: string): string[] =>
  typed
    .split(separator)
    .map((town) => town.trim())
    .filter(Boolean);

/** Splits "en, es" or "EN ES" into language codes. */
export const splitLanguages = (typed: string): string[] =>
  typed
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter(Boolean);
