import type { Language } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';

/** Ids of the live regions, by outcome. */
export const toastRegions = { sent: 'toast-sent', failed: 'toast-failed' } as const;

/**
 * The toasts' live regions. They are in the page from the start because screen readers only announce changes
 * to regions they already know. Firefox gives an alert no live attribute of its own.
 */
export function Toasts({ language }: { language: Language }) {
  return (
    <section aria-label={words[language].outcome.notifications} className="toasts">
      <div id={toastRegions.sent} role="status" />
      <div id={toastRegions.failed} role="alert" aria-live="assertive" />
    </section>
  );
}
