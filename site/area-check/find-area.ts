import { isWithinOneEdit } from '../../contract/is-within-one-edit.ts';
import { coverage, lookalikeTowns, states } from './area-table.ts';
import { normalizeName } from './compare-names.ts';

/** `guess`: the town that the visitor may mean, if the input has a typo. */
export type AreaCheckResult = 'unfinished' | { city: string; minutes: number; guess?: string } | undefined;

/** Longer texts aren't searched for a town, because the patterns may need quadratic time. */
const maxTownLength = 200;

/**
 * Returns the service area of a ZIP code (or ZIP+4) or town, 'unfinished' for one to four digits, or undefined if no
 * area is known. Visitors may type other words around the ZIP code or town.
 */
export function findArea(typed: string): AreaCheckResult {
  // Full-width digits and non-breaking spaces become plain ones. Invisible format characters are removed.
  const text = typed
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim();
  const digits = text.replace(/[\s.,-]/g, '');
  if (/^\d{1,4}$/.test(digits)) {
    return 'unfinished';
  }
  if (/^\d+$/.test(digits)) {
    return /^\d{5}(\d{4})?$/.test(digits) ? findAreaByZip(digits) : undefined;
  }
  // Don't use a lookbehind, because Safari before 16.4 would reject this whole file.
  const [last] = [...text.matchAll(/(^|\D)(\d{5})(?:[\s-]?\d{4})?(?!\d)/g)].slice(-1);
  const [, before, zip] = last ?? [];
  const area = zip ? findAreaByZip(zip) : undefined;
  if (area) {
    return area;
  }
  // Unknown digits at the start may be a house number, so look for a town. Elsewhere, they are an unknown ZIP code.
  return before || text.length > maxTownLength ? undefined : findAreaByTown(text);
}

function findAreaByZip(zip: string) {
  const [prefix, ending] = [zip.slice(0, 3), zip.slice(3, 5)];
  const area = coverage.find(({ zips }) => zips[prefix]?.match(/../g)?.includes(ending));
  return area && { city: area.city, minutes: area.minutes };
}

function findAreaByTown(text: string): AreaCheckResult {
  const town = extractTown(text);
  const names = [text, town, town.split(/[,;]/).at(-1) ?? ''].map((name) => normalizeName(name));
  for (const name of names) {
    for (const { city, minutes, towns } of coverage) {
      if (towns.split(';').some((ourTown) => normalizeName(ourTown) === name)) {
        return { city, minutes };
      }
    }
  }
  const last = names.at(-1) ?? '';
  // The name of another real town is not a typo, so don't suggest ours.
  if (lookalikeTowns.split(' ').includes(last)) {
    return undefined;
  }
  const similar = coverage.flatMap(({ city, minutes, towns }) => {
    const guess = towns.split(';').find((ourTown) => isWithinOneEdit(normalizeName(ourTown), last));
    return guess ? [{ city, minutes, guess }] : [];
  });
  return similar.length === 1 ? similar[0] : undefined;
}

const country = 'usa?|u\\.s\\.(?:a\\.)?|united states(?: of america)?|ee\\.? ?uu|eua|estados unidos';
const trailingWords = [...states, country, 'area', 'metro', 'zip(?: code)?'].join('|');
const trailing = new RegExp(`(?:^|[^\\p{L}\\p{N}]+)(?:${trailingWords})[^\\p{L}\\p{N}]*$`, 'iu');
/** A Spanish name may follow an article: "la zona de Houston", "cerca del centro de Austin". */
const leadingWords = [
  "(?:i['’]?m |estoy |ando |aqu[ií] )?(?:near|in|at|around|by|cerca del?|en|por)",
  'greater|city of|zip(?: code)?|exit',
  '(?:el |la )?(?:[aá]rea|zona|ciudad|centro|c[oó]digo postal)(?: de)?|salida',
].join('|');
const road = '(?:la )?(?:i|us|sh|fm|hwy|highway|carretera|autopista)?[\\s-]*\\d+';
const leading = new RegExp(`^(?:${leadingWords}|${road})[\\s,.:]+`, 'i');

/** Removes the state, the country, and other words around a town, such as "near" or a highway. */
function extractTown(text: string): string {
  const shorter = text.replace(trailing, '').replace(leading, '');
  return shorter === text ? text : extractTown(shorter);
}
