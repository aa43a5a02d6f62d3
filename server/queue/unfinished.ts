/**
 * SQL condition: the delivery is neither sent nor closed, so it may still be sent. An index uses this condition, too.
 */
export const unfinishedCondition = "state in ('pending', 'sending', 'refused', 'filed')";
