/*
 * A rank gives a delivery's position in its channel's order. A rank is one number, so that an index can contain it.
 * Ranks sort by the kind, then first mentions before repeats, then by the round within the network.
 */

/** The kinds of deliveries, the most urgent first. */
export const kinds = { urgent: 0, ordinary: 1, suspect: 2 } as const;

const ranksOfKind = 2_000_000;
const repeatsFrom = 1_000_000;

/**
 * The ranks of deliveries that were promoted because they waited longest: one for probable spam, and one for all other
 * promoted deliveries. No other ranks are lower, so promoted deliveries are sent first, in the slots reserved for them.
 */
export const promotedSuspectRank = -1;
const promotedRank = 0;

export const promotedCondition = `rank <= ${promotedRank}`;

export const isPromoted = (rank: number) => rank <= promotedRank;

/** Builds the SQL for a first mention's rank from expressions for the kind and the round, which starts at 1. */
export const buildRankSql = (kind: string, round: string) => `(${kind}) * ${ranksOfKind} + ${round}`;

/** Builds the SQL for a delivery's rank after an accepted message has named its request. */
export const buildRepeatRankSql = (kind: string) => `(${kind}) * ${ranksOfKind} + ${repeatsFrom}`;

export function toRepeatRank(rank: number): number {
  return Math.floor(rank / ranksOfKind) * ranksOfKind + repeatsFrom;
}

export function isFirstMention(rank: number): boolean {
  return rank % ranksOfKind < repeatsFrom;
}

/** Whether a delivery is about probable spam. If only such deliveries wait for the budget, no alert is sent. */
export function isSuspect(rank: number): boolean {
  return rank === promotedSuspectRank || rank >= firstSuspectRank;
}

const firstSuspectRank = kinds.suspect * ranksOfKind;

export const promoteSql = `case when rank >= ${firstSuspectRank} then ${promotedSuspectRank} else ${promotedRank} end`;
