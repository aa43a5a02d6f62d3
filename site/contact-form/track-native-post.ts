import { receiptKey } from './receipt-key.ts';
import { runAfterPaint } from './run-after-paint.ts';
import { storageKeys } from './storage-keys.ts';

/* Tracks a form that the browser itself sends, by a note in the tab's storage. */

const island = document.getElementById('contact-form');

if (island) {
  // This listener runs after our own handler, which usually prevents the browser from sending.
  addEventListener('submit', ({ target, defaultPrevented }) => {
    if (!defaultPrevented && target instanceof Element && target.closest('#contact-form')) {
      withStorage((items) => {
        items.setItem(storageKeys.posted, 'waiting');
        // If this request fails, the receipt of an earlier one could look like a success.
        items.removeItem(receiptKey);
      });
    }
  });
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  // Wait for the first paint, because Chromium may restore the typed values only shortly before it.
  runAfterPaint(() => clearNote(visit?.type !== 'navigate'));
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) {
      clearNote(true);
    }
  });
} else if (document.querySelector('[data-sent]')) {
  linkToRequest();
  withStorage((items) => {
    // Keep the draft if the browser hasn't just sent a form, for example because the visitor typed this address.
    if (items.getItem(storageKeys.posted) !== 'waiting') {
      return;
    }
    // The form has arrived, so its draft is no longer needed.
    items.removeItem(storageKeys.draft);
    items.setItem(storageKeys.posted, 'sent');
  });
}

/** Adds the request's token to the link to its status. As a fragment, the token stays out of the page's requests. */
function linkToRequest() {
  // The page's own fragments, like the skip link's `#main`, have at most this length. A token is longer.
  const maxOwnFragmentLength = 9;
  const link = document.querySelector<HTMLAnchorElement>('#follow');
  if (link && location.hash.length > maxOwnFragmentLength) {
    link.hash = location.hash;
    link.hidden = false;
  }
}

/** Deletes the note that the form was posted. Empties a sent form, if the browser may have restored its values. */
function clearNote(isRestored: boolean) {
  withStorage((items) => {
    const isSent = items.getItem(storageKeys.posted) === 'sent';
    items.removeItem(storageKeys.posted);
    // Going back from /sent shows an empty form. Going back from a rejection shows the typed values.
    if (isSent && isRestored) {
      document.querySelector<HTMLFormElement>('#contact-form form')?.reset();
    }
  });
}

/** Does nothing if storage is blocked. No draft is saved in that case. */
function withStorage(use: (items: Storage) => void) {
  try {
    use(sessionStorage);
  } catch {
    // Storage is blocked.
  }
}
