import { useEffect } from 'react';

/**
 * Focuses the heading if the focused element disappears, like "I'm taking it" after a press. Otherwise the browser
 * would move the keyboard focus to the top of the page, and screen readers would lose their position.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let focused: EventTarget | null = null;
    const remember = ({ target }: FocusEvent) => {
      focused = target;
    };
    const observer = new MutationObserver(() => {
      const isGone = focused instanceof Element && !focused.isConnected;
      const heading = document.querySelector('h1');
      if (isGone && heading && document.activeElement === document.body) {
        heading.tabIndex = -1;
        heading.focus({ preventScroll: true });
      }
    });
    document.addEventListener('focusin', remember);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', remember);
      observer.disconnect();
    };
  }, []);
}
