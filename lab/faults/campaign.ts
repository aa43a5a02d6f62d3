/** `short` is for npm test and for the proofs, `long` gives the figures of docs/reliability.md. */
export type Length = 'short' | 'long';

export interface Campaign {
  /** What it must show, in words. */
  shows: string;
  /** What its long form takes on a machine with nothing else to do. */
  minutes: number;
  /** It measures how long something takes, so nothing may run beside it. */
  alone?: true;
  run(conditions: Conditions): Promise<Figures>;
}

export interface Conditions {
  length: Length;
  /** The folder of the project whose server is tested; a copy that somebody has broken on purpose. */
  project: string | undefined;
}

/** What was counted, in the order in which it is printed. */
export type Figures = Record<string, string | number>;

/** The promise did not hold. */
export class Failed extends Error {}

/** The campaign cannot run on this machine: that is no pass. The sentence says what is missing. */
export class NotRun extends Error {}

export function must(condition: boolean, sentence: string): asserts condition {
  if (!condition) {
    throw new Failed(sentence);
  }
}
