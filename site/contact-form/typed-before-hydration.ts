/**
 * The key in `history.state` that marks a history entry whose form React has hydrated. Such a form saves what the
 * visitor types. When Back or a reload loads the page again, the browser may restore the fields' last values. They may
 * be outdated, because the draft may have been sent, cleared, or changed since.
 */
const hydratedKey = 'formHydrated';

const markEntry = () => history.replaceState({ ...history.state, [hydratedKey]: true }, '');

/**
 * Tracks which controls the visitor uses before hydration. Returns a function that says whether a control's value
 * counts as typed. If this history entry's form was hydrated before, the browser may have restored outdated values, so
 * only the values of used controls count. Otherwise, all values count.
 */
export function watchTyping(island: HTMLElement): (control: Element) => boolean {
  const wasHydrated = history.state?.[hydratedKey] === true;
  const used = new Set<EventTarget | null>();
  island.addEventListener('input', ({ target }) => used.add(target));
  return (control) => !wasHydrated || used.has(control);
}

/** Marks this history entry as hydrated, and each entry that a fragment link adds later. Call this at hydration. */
export function markHydrated(): void {
  if (isStorageOpen()) {
    markEntry();
    addEventListener('hashchange', markEntry);
  }
}

/** Whether the browser allows `sessionStorage`, in which drafts are saved. */
function isStorageOpen(): boolean {
  try {
    return Boolean(sessionStorage);
  } catch {
    return false;
  }
}
