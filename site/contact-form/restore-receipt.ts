import { type FormStore, tryStorage } from './form-store.ts';
import { receiptKey } from './receipt-key.ts';

/** The maximum age of a receipt. A later visit is probably about something else. */
const maxReceiptAge = 12 * 60 * 60_000;

/**
 * Shows the receipt of the request that this tab sent last, unless the visitor is using the fields. Phones discard
 * pages in the background. Without the receipt, drivers wouldn't know whether they had sent their request.
 */
export function restoreReceipt(store: FormStore, fieldsArea: HTMLElement): void {
  const receipt = Object(tryStorage(() => JSON.parse(sessionStorage.getItem(receiptKey) ?? '0')));
  const isRecent = typeof receipt.reference === 'string' && Date.now() - receipt.time < maxReceiptAge;
  if (isRecent && store.get().phase.name === 'idle' && !fieldsArea.contains(document.activeElement)) {
    // The receipt is shorter than the fields. Keep their height, so that nothing below moves.
    fieldsArea.style.minHeight = `${fieldsArea.offsetHeight}px`;
    const sent = { receipt, fields: {}, draft: { fields: {}, answers: {} } };
    const phase = { name: 'sent', sent, isReset: true, isRestored: true } as const;
    store.dispatch({ type: 'receiptRestored', phase });
  }
}
