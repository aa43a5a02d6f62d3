/*
 * A channel sends due deliveries in the order of their ranks, the lowest first. Within a rank, the oldest request comes
 * first. A rank is one number, so that an index needs only one column for it. Ranks sort deliveries as follows:
 *
 * 1. Promoted deliveries come before all others.
 * 2. The others sort by kind.
 * 3. Within a kind, first mentions come before repeats.
 * 4. First mentions sort by their round within the network.
 *
 * Examples, in order:
 * - -1: promoted possible spam
 * - 0: another promoted delivery
 * - 1 and 2: urgent first mentions of rounds 1 and 2
 * - 1,000,000: an urgent repeat
 * - 2,000,001: an ordinary first mention of round 1
 * - 4,000,001: a first mention of possible spam, of round 1
 */

/**
 * The kinds of deliveries, the most urgent first. A filled honeypot makes a request possible spam. One exception: for
 * email, an emergency with a phone number stays urgent (`buildKindSql`).
 */
export const kinds = { urgent: 0, ordinary: 1, possibleSpam: 2 } as const;

/** The number of ranks for each kind. Within its kind, a first mention's rank is its round. */
const ranksPerKind = 2_000_000;
/** Within each kind, the rank of all repeats. First mentions have lower ranks. */
const repeatsFrom = 1_000_000;

/**
 * The ranks of deliveries that were promoted because their requests are the oldest: one for possible spam, and one for
 * all other promoted deliveries. All other ranks are higher, so promoted deliveries get the slots reserved for them.
 */
export const promotedPossibleSpamRank = -1;
const promotedRank = 0;

export const promotedCondition = `rank <= ${promotedRank}`;

export const isPromoted = (rank: number) => rank <= promotedRank;

/** Builds the SQL for a first mention's rank from expressions for the kind and the round, which starts at 1. */
export const buildRankSql = (kind: string, round: string) => `(${kind}) * ${ranksPerKind} + ${round}`;

/** Builds the SQL for the rank of a repeat. */
export const buildRepeatRankSql = (kind: string) => `(${kind}) * ${ranksPerKind} + ${repeatsFrom}`;

export function toRepeatRank(rank: number): number {
  return Math.floor(rank / ranksPerKind) * ranksPerKind + repeatsFrom;
}

export function isFirstMention(rank: number): boolean {
  return rank % ranksPerKind < repeatsFrom;
}

/** Whether a rank is of the kind `possibleSpam`. If the budget holds back only such emails, the owner gets no alert. */
export function isPossibleSpam(rank: number): boolean {
  return rank === promotedPossibleSpamRank || rank >= firstPossibleSpamRank;
}

const firstPossibleSpamRank = kinds.possibleSpam * ranksPerKind;

export const promoteSql = `case when rank >= ${firstPossibleSpamRank} then ${promotedPossibleSpamRank} else ${promotedRank} end`;
