/** The conditions for versions of a sentence. If several of a sentence's conditions are true, the first here counts. */
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
