/** Matches deliveries that possibly nobody received. An index uses the same condition. */
export const unsentCondition = "state in ('pending', 'sending', 'refused', 'filed')";
