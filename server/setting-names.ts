import { table } from './settings.ts';

/** Every environment variable that the server, the build, compose.yaml or the tests read. */
export const settingNames: readonly string[] = [
  ...Object.values(table).map(({ name }) => name),
  'SITE_HOST',
  'PUBLIC_FUNCTIONS_URL',
  'PUBLIC_FUNCTIONS_KEY',
  'CHROMIUM',
  'FIREFOX',
  'POSTGRES_BIN',
];

/**
 * Checks the names in a `.env`: a misspelled one would be silently ignored. Throws an Error that lists each
 * unknown name with the nearest setting.
 */
export function checkNames(names: readonly string[]): void {
  const unknown = names.filter((name) => !isSetting(name));
  if (unknown.length > 0) {
    throw new Error(
      unknown
        .map((name) => `.env sets ${name}, which is not a setting. Did you mean ${nearestTo(name)}?`)
        .join('\n'),
    );
  }
}

/**
 * Names in the process environment that are probably misspelled settings (one letter off, or cut at an
 * underscore), each with the nearest setting. Only good enough for a warning: the environment is full of
 * other programs' names, some close to ours.
 */
export function probableMisspellings(names: readonly string[]): { name: string; nearest: string }[] {
  return names
    .filter((name) => !isSetting(name) && !foreignNames.includes(name))
    .map((name) => ({ name, nearest: nearestTo(name) }))
    .filter(({ name, nearest }) => distance(name, nearest) === 1 || isCutShort(name));
}

/** Set by shells, login programs and container platforms. */
const foreignNames = ['MAIL', 'HOSTS', 'DATA', 'SITE', 'PORTS', 'PUBLIC', 'POST'];

function isSetting(name: string): boolean {
  return settingNames.includes(name);
}

function isCutShort(name: string): boolean {
  return settingNames.some((setting) => setting.startsWith(`${name}_`));
}

function nearestTo(name: string): string {
  const cut = settingNames.find((setting) => setting.startsWith(`${name}_`));
  const byDistance = [...settingNames].sort((a, b) => distance(name, a) - distance(name, b));
  return cut ?? byDistance[0] ?? '';
}

/** Levenshtein distance. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (const [column, other] of [...to].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
