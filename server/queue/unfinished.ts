/** Matches deliveries whose message may have reached nobody. An index uses the same condition. */
export const unfinishedCondition = "state in ('pending', 'sending', 'refused', 'filed')";
