/**
 * Matches deliveries that may still be sent: all that are neither sent nor closed. An index uses the same condition.
 */
export const unfinishedCondition = "state in ('pending', 'sending', 'refused', 'filed')";
