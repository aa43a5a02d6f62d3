/** What the form works without, loaded right after it. */
export { AddressSuggestion } from './AddressSuggestion.tsx';
export { DispatchCard } from './DispatchCard.tsx';
