import facts from '../business.json' with { type: 'json' };
import { isAlwaysAnswered } from '../hours.ts';

const { credentials, claims } = facts;
const claimed = { ...credentials, years: claims.yearsOfExperience };

/** `always` if calls are answered around the clock, otherwise `sometimes`, in which {hours} is filled in. */
export function byHours(always: string, sometimes: string): string {
  return isAlwaysAnswered ? always : sometimes;
}

/**
 * `none` without paging; `whole` if alarms tell the company that rings the phones what a visitor wrote; `brief` if
 * alarms leave that out. `pages` in business.json says which.
 */
export function byPaging(none: string, whole: string, brief: string = whole): string {
  if (!facts.pages) {
    return none;
  }
  return facts.pages === ('without details' as unknown) ? brief : whole;
}

/** What the business claims in business.json; otherwise '', and nothing is shown in its place. */
export function ifClaimed(claim: keyof typeof claimed, words: string): string {
  return claimed[claim] ? words : '';
}
