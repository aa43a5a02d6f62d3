import facts from '../business.json' with { type: 'json' };

const { hours, credentials, claims } = facts;
const isAlwaysAnswered = hours.opens === '00:00' && hours.closes === '23:59';
const claimed = { ...credentials, years: claims.yearsOfExperience };

/** `always` if calls are answered around the clock, otherwise `daily`, in which {hours} is filled in. */
export function byHours(always: string, daily: string): string {
  return isAlwaysAnswered ? always : daily;
}

/** What the business claims in business.json; otherwise '', and nothing is shown in its place. */
export function ifClaimed(claim: keyof typeof claimed, words: string): string {
  return claimed[claim] ? words : '';
}
