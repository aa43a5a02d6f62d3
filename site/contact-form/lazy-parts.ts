/** Optional parts of the form, loaded right after it. */
export { AddressSuggestion } from './AddressSuggestion.tsx';
export { CallCard } from './CallCard.tsx';
export { keepReceipt } from './keep-receipt.ts';
