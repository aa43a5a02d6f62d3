/** Optional parts of the form, loaded right after it. */
export { AddressSuggestion } from './AddressSuggestion.tsx';
export { CallCard } from './CallCard.tsx';
export { restoreReceipt } from './restore-receipt.ts';
