/** Ids of the live regions, by outcome. */
export const toastRegions = { sent: 'toast-sent', failed: 'toast-failed' } as const;

/**
 * The toasts' live regions. They are in the page from the start because screen readers only announce changes
 * to regions they already know. Firefox gives an alert no live attribute of its own.
 */
export function Toasts() {
  return (
    <div className="toasts">
      <div id={toastRegions.sent} role="status" />
      <div id={toastRegions.failed} role="alert" aria-live="assertive" />
    </div>
  );
}
