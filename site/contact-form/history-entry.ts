/**
 * Once the form is hydrated, the saved draft has all that is typed there, and the entry in the tab's history says so.
 * When Back or a reload loads such a page again, browsers fill in what was typed last. But that may have been sent or
 * cleared since, on another page of this tab.
 */
const note = 'formHydrated';

const noteEntry = () => history.replaceState({ ...history.state, [note]: true }, '');

/**
 * Follows what the visitor types before the form is hydrated. The returned function is called then, and returns a check
 * whether what a control holds counts: it doesn't if only the browser has filled it in.
 */
export function followTyping(island: HTMLElement): () => (control: Element) => boolean {
  const used = new Set<EventTarget | null>();
  island.addEventListener('input', ({ target }) => used.add(target));
  return () => {
    const isKnown = history.state?.[note] === true;
    if (isStorageOpen()) {
      noteEntry();
      addEventListener('hashchange', noteEntry);
    }
    return (control) => !isKnown || used.has(control);
  };
}

/** If not, no draft is saved. */
function isStorageOpen(): boolean {
  try {
    return Boolean(sessionStorage);
  } catch {
    return false;
  }
}
