/** Matches deliveries whose message may have reached nobody. An index uses the same condition. */
export const unsentCondition = "state in ('pending', 'sending', 'refused', 'filed')";
