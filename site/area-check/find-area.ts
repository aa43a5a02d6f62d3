import { answers, others, states } from './area-table.ts';
import { plainName } from './plain-name.ts';
import { withinOneEdit } from './within-one-edit.ts';

type Found = 'unfinished' | { city: string; minutes: number } | undefined;

/** The service area of a ZIP code (or ZIP+4) or town, if known; a ZIP code may be unfinished. */
export function findArea(typed: string): Found {
  const digits = typed.replace(/[\s-]/g, '');
  if (/^\d+$/.test(digits)) {
    return digits.length < 5 ? 'unfinished' : areaOfZip(digits);
  } else {
    return areaNamed(plainName(withoutState(typed)));
  }
}

function areaOfZip(digits: string) {
  const [, prefix = '', ending = ''] = /^(\d{3})(\d\d)(?:\d{4})?$/.exec(digits) ?? [];
  return answers.find(({ zips }) => zips[prefix]?.match(/../g)?.includes(ending));
}

/** A name that is spelled like another town's is not taken for ours. */
function areaNamed(name: string) {
  const exact = answers.find(({ towns }) => towns.split(' ').includes(name));
  if (exact || others.split(' ').includes(name)) return exact;
  const similar = answers.filter(({ towns }) => towns.split(' ').some((town) => withinOneEdit(town, name)));
  return similar.length === 1 ? similar[0] : undefined;
}

function withoutState(typed: string): string {
  return typed.replace(new RegExp(`[\\s,]+(?:${states.join('|')})[\\s.]*$`, 'i'), '');
}
