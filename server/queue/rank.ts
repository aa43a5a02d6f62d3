/*
 * A channel sends due deliveries in the order of their ranks, the lowest first. Within a rank, the oldest request comes
 * first. A rank is one number, so that an index needs only one column for it. Ranks sort deliveries as follows:
 *
 * 1. Promoted deliveries come before all others.
 * 2. The others sort by priority.
 * 3. Within a priority, first mentions come before repeats.
 * 4. First mentions sort by their round within the network.
 *
 * Examples, in order:
 * - -1: a promoted delivery of low priority
 * - 0: another promoted delivery
 * - 1 and 2: urgent first mentions of rounds 1 and 2
 * - 1,000,000: an urgent repeat
 * - 2,000,001: an ordinary first mention of round 1
 * - 4,000,001: a first mention of low priority, of round 1
 */

/** The priorities of deliveries. The code that adds the deliveries chooses them. */
export const priorities = { urgent: 0, ordinary: 1, low: 2 } as const;

/** The number of ranks for each priority. Within its priority, a first mention's rank is its round. */
const ranksPerPriority = 2_000_000;
/** Within each priority, the rank of all repeats. First mentions have lower ranks. */
const repeatOffset = 1_000_000;

/**
 * The ranks of deliveries that were promoted because their requests are the oldest: one for low priority, and one for
 * all other promoted deliveries. All other ranks are higher, so promoted deliveries get the slots reserved for them.
 */
export const promotedLowPriorityRank = -1;
const promotedRank = 0;

export const promotedCondition = `rank <= ${promotedRank}`;

export const isPromoted = (rank: number) => rank <= promotedRank;

/** Builds the SQL for a first mention's rank from expressions for the priority and the round, which starts at 1. */
export const buildRankSql = (priority: string, round: string) =>
  `(${priority}) * ${ranksPerPriority} + ${round}`;

/** Builds the SQL for the rank of a repeat. */
export const buildRepeatRankSql = (priority: string) =>
  `(${priority}) * ${ranksPerPriority} + ${repeatOffset}`;

export function toRepeatRank(rank: number): number {
  return Math.floor(rank / ranksPerPriority) * ranksPerPriority + repeatOffset;
}

export function isFirstMention(rank: number): boolean {
  return rank % ranksPerPriority < repeatOffset;
}

export function isLowPriority(rank: number): boolean {
  return rank === promotedLowPriorityRank || rank >= firstLowPriorityRank;
}

const firstLowPriorityRank = priorities.low * ranksPerPriority;

/** SQL expression: the rank of a delivery after its promotion. */
export const promotedRankSql = `case when rank >= ${firstLowPriorityRank} then ${promotedLowPriorityRank} else ${promotedRank} end`;
