/**
 * Matches unfinished deliveries: no message was accepted yet, or another one is to come. An index uses the same
 * condition.
 */
export const unfinishedCondition = "state in ('pending', 'sending', 'refused', 'filed')";
