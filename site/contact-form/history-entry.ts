/**
 * Marks an entry of the tab's history as hydrated, which means that the saved draft has everything the visitor typed.
 * When Back or a reload loads the page again, browsers restore the fields' last values. Those values may be outdated,
 * because another page of this tab may have sent or cleared them.
 */
const hydratedKey = 'formHydrated';

const markEntry = () => history.replaceState({ ...history.state, [hydratedKey]: true }, '');

/**
 * Tracks which controls the visitor uses before hydration. Call the returned function at hydration. It returns a
 * predicate that is false if only the browser has filled in a control: the entry was hydrated before, and the visitor
 * hasn't used the control.
 */
export function trackTyping(island: HTMLElement): () => (control: Element) => boolean {
  const used = new Set<EventTarget | null>();
  island.addEventListener('input', ({ target }) => used.add(target));
  return () => {
    const isKnown = history.state?.[hydratedKey] === true;
    if (isStorageOpen()) {
      markEntry();
      addEventListener('hashchange', markEntry);
    }
    return (control) => !isKnown || used.has(control);
  };
}

/** Returns whether drafts can be saved. */
function isStorageOpen(): boolean {
  try {
    return Boolean(sessionStorage);
  } catch {
    return false;
  }
}
