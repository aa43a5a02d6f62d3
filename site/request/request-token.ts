import { referenceLength } from '../../contract/request-status.ts';
import { receiptKey } from '../contact-form/receipt-key.ts';

const storageKey = 'request-token';

/**
 * Returns the token in the URL, or '' if it has none. But if this tab has stored the driver's own token for the same
 * request, that one wins. The token is in the URL's fragment, which browsers don't send to a server.
 */
export function readToken(): string {
  const urlToken = location.hash.slice(1);
  const ownToken = readOwnToken();
  const isSameRequest = ownToken.slice(0, referenceLength) === urlToken.slice(0, referenceLength);
  return isSameRequest ? ownToken : urlToken;
}

/**
 * Keeps the driver's own token in this tab, and shows the view-only token in the URL. People share phones, and
 * screenshots show the address bar.
 */
export function hideOwnToken(ownToken: string, shareToken: string): void {
  try {
    sessionStorage.setItem(storageKey, ownToken);
  } catch {
    // Without storage, the driver couldn't cancel after a reload, so the URL keeps the token.
    return;
  }
  history.replaceState(null, '', `#${shareToken}`);
}

function readOwnToken(): string {
  try {
    return sessionStorage.getItem(storageKey) ?? '';
  } catch {
    // Storage may be blocked.
    return '';
  }
}

/** The key in `sessionStorage` for the receipt of a canceled request. */
const canceledReceiptKey = 'canceled-receipt';

/**
 * Makes the form forget its receipt of this request once the request is no longer open, because the receipt would no
 * longer be true. While the driver can undo a cancellation, the receipt is set aside. If the driver undoes it, the form
 * shows the receipt again, unless it has another one.
 */
export function updateReceipt(reference: string, { isOpen = false, canUndoCancellation = false }): void {
  try {
    for (const key of [receiptKey, canceledReceiptKey]) {
      const receipt = sessionStorage.getItem(key);
      if (receipt?.includes(`"${reference}"`)) {
        sessionStorage.removeItem(key);
        if (canUndoCancellation) {
          sessionStorage.setItem(canceledReceiptKey, receipt);
        } else if (isOpen && sessionStorage.getItem(receiptKey) === null) {
          sessionStorage.setItem(receiptKey, receipt);
        }
      }
    }
  } catch {
    // Storage may be blocked.
  }
}
