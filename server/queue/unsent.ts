/** States of a delivery that nobody may have received, and the condition by which they are indexed. */
export const isUnsent = "state in ('pending', 'sending', 'refused', 'filed')";
