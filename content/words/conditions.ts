/** The conditions that a version of a sentence may have. If several are true, the first one here counts. */
export const conditions = [
  'answeredDayAndNight',
  'aseCertified',
  'licensedAndInsured',
  'yearsOfExperience',
  'phonesRingWithoutDetails',
  'phonesRing',
] as const;

export type Condition = (typeof conditions)[number];

/** A text, the versions of a text, or the parts of a text. */
export type Sentence = string | Versions | Joined;
export interface Versions extends Partial<Record<Condition, Sentence>> {
  otherwise: Sentence;
}
export interface Joined {
  joined: Sentence[];
}
