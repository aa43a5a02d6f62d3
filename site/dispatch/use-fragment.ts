import { useSyncExternalStore } from 'react';

/** Returns the address's fragment: the open view, maybe with a reference or token. Browsers don't send fragments. */
export function useFragment(): string {
  return useSyncExternalStore(subscribe, () => location.hash.slice(1));
}

function subscribe(changed: () => void): () => void {
  const handleHashChange = () => {
    changed();
    // Each view starts at its top.
    scrollTo(0, 0);
  };
  addEventListener('hashchange', handleHashChange);
  return () => removeEventListener('hashchange', handleHashChange);
}

/** Replaces the current view, so that Back doesn't return to a token. */
export function replaceFragment(fragment: string): void {
  location.replace(`#${fragment}`);
}
