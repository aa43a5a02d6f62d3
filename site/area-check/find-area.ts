import { answers, others, states } from './area-table.ts';
import { plainName, withinOneEdit } from './compare-names.ts';

/** `guess`: the town that may be meant, where what was typed is a letter off. */
export type Found = 'unfinished' | { city: string; minutes: number; guess?: string } | undefined;

/** The service area of a ZIP code (or ZIP+4) or town, with whatever people type around it; undefined if not known. */
export function findArea(typed: string): Found {
  // Full-width digits and unbreakable spaces become plain ones; what cannot be seen goes.
  const text = typed
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim();
  const digits = text.replace(/[\s.,-]/g, '');
  if (/^\d{1,4}$/.test(digits)) {
    return 'unfinished';
  }
  if (/^\d+$/.test(digits)) {
    return /^\d{5}(\d{4})?$/.test(digits) ? areaOfZip(digits) : undefined;
  }
  // Not a lookbehind: Safari before 16.4 would refuse this whole file.
  const [last] = [...text.matchAll(/(^|\D)(\d{5})(?:[\s-]?\d{4})?(?!\d)/g)].slice(-1);
  const [, before, zip] = last ?? [];
  const area = zip ? areaOfZip(zip) : undefined;
  if (area) {
    return area;
  }
  // The first number of an address is a house's.
  return before ? undefined : areaOfTown(text);
}

function areaOfZip(zip: string) {
  const [prefix, ending] = [zip.slice(0, 3), zip.slice(3, 5)];
  const area = answers.find(({ zips }) => zips[prefix]?.match(/../g)?.includes(ending));
  return area && { city: area.city, minutes: area.minutes };
}

function areaOfTown(text: string): Found {
  const town = bareTown(text);
  const names = [text, town, town.split(/[,;]/).at(-1) ?? ''].map((name) => plainName(name));
  for (const name of names) {
    for (const { city, minutes, towns } of answers) {
      if (towns.split(';').some((ours) => plainName(ours) === name)) {
        return { city, minutes };
      }
    }
  }
  const last = names.at(-1) ?? '';
  // Spelled like another town's, it is not taken for ours.
  if (others.split(' ').includes(last)) {
    return undefined;
  }
  const similar = answers.flatMap(({ city, minutes, towns }) => {
    const guess = towns.split(';').find((ours) => withinOneEdit(plainName(ours), last));
    return guess ? [{ city, minutes, guess }] : [];
  });
  return similar.length === 1 ? similar[0] : undefined;
}

const country = 'usa?|u\\.s\\.(?:a\\.)?|united states(?: of america)?|ee\\.? ?uu|eua|estados unidos';
const after = [...states, country, 'area', 'metro', 'zip(?: code)?'].join('|');
const trailing = new RegExp(`(?:^|[^\\p{L}\\p{N}]+)(?:${after})[^\\p{L}\\p{N}]*$`, 'iu');
const before = "(?:i['’]?m |estoy )?(?:near|in|at|around|by|cerca de|en)|greater|city of|zip(?: code)?|exit";
const leading = new RegExp(`^(?:${before}|(?:i|us|sh|fm|hwy|highway)?[\\s-]*\\d+)[\\s,.:]+`, 'i');

/** Without state and country, and without what stands before or after a town, like "near" or a highway. */
function bareTown(text: string): string {
  const shorter = text.replace(trailing, '').replace(leading, '');
  return shorter === text ? text : bareTown(shorter);
}
