/**
 * Marks history entries whose form was hydrated. Their saved draft has everything that the visitor typed.
 * When Back or a reload loads the page again, the browser restores the fields' last values. They may be outdated,
 * because another page of this tab may have sent or cleared the draft.
 */
const hydratedKey = 'formHydrated';

const markEntry = () => history.replaceState({ ...history.state, [hydratedKey]: true }, '');

/**
 * Tracks which controls the visitor uses before hydration. Call the returned function at hydration. It returns another
 * function, which says whether the visitor, not the browser, set a control's value.
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

/** Whether drafts can be saved. */
function isStorageOpen(): boolean {
  try {
    return Boolean(sessionStorage);
  } catch {
    return false;
  }
}
