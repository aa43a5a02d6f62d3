import facts from '../business.json' with { type: 'json' };
import { isAlwaysAnswered } from '../hours.ts';

const { credentials, claims } = facts;
const claimed = { ...credentials, years: claims.yearsOfExperience };

/** Returns `always` if calls are answered around the clock, otherwise `sometimes`, which contains {hours}. */
export function byHours(always: string, sometimes: string): string {
  return isAlwaysAnswered ? always : sometimes;
}

/**
 * Returns the text that matches `pages` in business.json:
 * - `none`: there is no paging.
 * - `whole`: alarms give the paging service the visitor's details.
 * - `brief`: alarms leave the details out.
 */
export function byPaging(none: string, whole: string, brief: string = whole): string {
  if (!facts.pages) {
    return none;
  }
  return facts.pages === ('without details' as unknown) ? brief : whole;
}

/** Returns the text if business.json makes this claim, otherwise ''. */
export function ifClaimed(claim: keyof typeof claimed, words: string): string {
  return claimed[claim] ? words : '';
}
