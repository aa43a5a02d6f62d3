/**
 * The order of a channel's deliveries is one number, so that an index has it. First comes the kind, then whether a
 * delivery waits for its first mention or is a repeat, then its turn in its network.
 */
export const kinds = { urgent: 0, ordinary: 1, suspect: 2 } as const;

const ranksOfKind = 2_000_000;
const repeatsFrom = 1_000_000;

/** Goes before everything else: one of the places that are kept for what has waited longest. */
export const outOfTurn = 0;

/** The rank of a first mention in SQL, from expressions for the kind and the turn, which counts from 1. */
export const rankOf = (kind: string, turn: string) => `(${kind}) * ${ranksOfKind} + ${turn}`;

/** The rank that follows once an accepted message has named the delivery's request, in SQL. */
export const repeatRankOf = (kind: string) => `(${kind}) * ${ranksOfKind} + ${repeatsFrom}`;

export function repeatRank(rank: number): number {
  return Math.floor(rank / ranksOfKind) * ranksOfKind + repeatsFrom;
}

export function isFirstMention(rank: number): boolean {
  return rank % ranksOfKind < repeatsFrom;
}

/** Whether somebody should know that it waits. */
export function isSuspect(rank: number): boolean {
  return rank >= kinds.suspect * ranksOfKind;
}
