import type { Language } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';

/** Ids of the live regions, by what is said in them. */
export const toastRegions = { sent: 'toast-sent', failed: 'toast-failed' } as const;

/**
 * The live regions of the toasts. They stand in the page from the start, because screen readers
 * announce only what enters a region they already know.
 */
export function Toasts({ language }: { language: Language }) {
  return (
    <section aria-label={words[language].outcome.notifications} className="toasts">
      <div id={toastRegions.sent} role="status" />
      <div id={toastRegions.failed} role="alert" />
    </section>
  );
}
