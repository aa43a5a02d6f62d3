/** Defers work until the browser has painted. After a press, slow phones thus show the result sooner. */
export function runAfterPaint(run: () => void) {
  requestAnimationFrame(() => setTimeout(run));
}
