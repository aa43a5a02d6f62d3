import { afterPaint } from './after-paint.ts';
import { storageKeys } from './storage-keys.ts';

/**
 * Follows a form that the browser itself sends. On Send, the tab notes "waiting". If /sent follows, the form has
 * arrived: the draft is deleted, the note becomes "sent", and Back shows an empty form. If a rejection follows, Back
 * shows what was typed. Without a note, /sent was opened by its address, which must cost nobody a draft.
 */
const island = document.getElementById('contact-form');

if (island) {
  // After our own handler, which usually prevents the browser from sending.
  addEventListener('submit', ({ target, defaultPrevented }) => {
    if (!defaultPrevented && target instanceof Element && target.closest('#contact-form')) {
      withStorage((items) => items.setItem(storageKeys.posted, 'waiting'));
    }
  });
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  // Only then has Chromium brought back what was typed.
  afterPaint(() => endNote(visit?.type !== 'navigate'));
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) {
      endNote(true);
    }
  });
} else if (document.querySelector('[data-sent]')) {
  linkToRequest();
  withStorage((items) => {
    if (items.getItem(storageKeys.posted) !== 'waiting') {
      return;
    }
    items.removeItem(storageKeys.draft);
    items.setItem(storageKeys.posted, 'sent');
  });
}

/** The fragment is the request's token: it reaches no server and no log. */
function linkToRequest() {
  const link = document.querySelector<HTMLAnchorElement>('#follow');
  if (link && location.hash.length > 1) {
    link.hash = location.hash;
    link.hidden = false;
  }
}

/** @param isBack The browser has brought back what was typed. */
function endNote(isBack: boolean) {
  withStorage((items) => {
    const isSent = items.getItem(storageKeys.posted) === 'sent';
    items.removeItem(storageKeys.posted);
    if (isSent && isBack) {
      document.querySelector<HTMLFormElement>('#contact-form form')?.reset();
    }
  });
}

/** Storage may be blocked: then no draft is kept either. */
function withStorage(use: (items: Storage) => void) {
  try {
    use(sessionStorage);
  } catch {
    // As above.
  }
}
