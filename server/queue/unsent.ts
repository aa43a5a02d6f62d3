/** Matches deliveries that possibly nobody received. An index uses the same condition. */
export const isUnsent = "state in ('pending', 'sending', 'refused', 'filed')";
