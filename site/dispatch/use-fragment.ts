import { useSyncExternalStore } from 'react';

/** The part of the address after "#", which reaches no server: the view that is open, or a link's token. */
export function useFragment(): string {
  return useSyncExternalStore(subscribe, () => location.hash.slice(1));
}

function subscribe(changed: () => void): () => void {
  const open = () => {
    changed();
    // Another view begins at its top.
    scrollTo(0, 0);
  };
  addEventListener('hashchange', open);
  return () => removeEventListener('hashchange', open);
}

/** Opens a view in place of the current one, so that Back doesn't return to a token. */
export function replaceFragment(fragment: string): void {
  location.replace(`#${fragment}`);
}
