import facts from '../business.json' with { type: 'json' };
import { isAlwaysAnswered } from '../hours.ts';
import { type Condition, conditions, type Sentence } from './conditions.ts';

const { credentials, claims } = facts;

/**
 * The value of `phonesRing` if alarms leave out what visitors wrote. Its type is `unknown`, because business.json has a
 * boolean now, and TypeScript would refuse to compare that with a string.
 */
const withoutDetails: unknown = 'without details';

const isTrue: Record<Condition, boolean> = {
  answeredDayAndNight: isAlwaysAnswered,
  aseCertified: credentials.aseCertified,
  licensedAndInsured: credentials.licensedAndInsured,
  yearsOfExperience: Boolean(claims.yearsOfExperience),
  phonesRingWithoutDetails: facts.phonesRing === withoutDetails,
  phonesRing: Boolean(facts.phonesRing),
};

/** Words as a file has them. */
export type Written = Sentence | Written[] | { [key: string]: Written };

/** Replaces each sentence that has several versions by the version that fits business.json, and joins parts. */
export function chooseVersions(written: Written): unknown {
  if (typeof written === 'string') {
    return written;
  } else if (Array.isArray(written)) {
    return written.map(chooseVersions);
  }
  const entries = Object.entries(written as Record<string, Written>);
  const byKey = new Map(entries);
  const parts = byKey.get('joined');
  if (parts) {
    return (parts as Written[]).map(chooseVersions).join('');
  } else if (byKey.has('otherwise')) {
    const condition = conditions.find((key) => isTrue[key] && byKey.has(key)) ?? 'otherwise';
    return chooseVersions(byKey.get(condition) ?? '');
  }
  return Object.fromEntries(entries.map(([key, inner]) => [key, chooseVersions(inner)]));
}
