import { receiptKey } from '../../contract/site-places.ts';
import type { Phase } from './form-state.ts';
import { type FormStore, tryStorage } from './form-store.ts';

/**
 * Shows the receipt of the request that this tab sent last, and saves the receipts of later requests, but not their
 * fields. Phones discard pages in the background. Without the receipt, drivers wouldn't know whether they had sent
 * their request.
 */
export function keepReceipt(store: FormStore, fields: HTMLElement): void {
  const sent = tryStorage(() => JSON.parse(sessionStorage.getItem(receiptKey) ?? '0'));
  if (sent && store.get().phase.name === 'idle') {
    // The receipt is shorter than the fields. Keep their height, so that nothing below moves.
    fields.style.minHeight = `${fields.offsetHeight}px`;
    store.dispatch({ type: 'receiptRestored', sent });
  }
  store.subscribe(() => tryStorage(() => saveReceipt(store.get().phase)));
}

function saveReceipt(phase: Phase): void {
  if (phase.name === 'sent') {
    const receipt = { ...phase.sent, fields: {}, draft: { fields: {}, answers: {} } };
    sessionStorage.setItem(receiptKey, JSON.stringify(receipt));
  } else if (phase.name === 'sending') {
    // After a failure, an earlier receipt could look like a success.
    sessionStorage.removeItem(receiptKey);
  }
}
