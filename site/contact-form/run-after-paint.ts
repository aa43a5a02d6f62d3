/** Defers work until the browser has painted. So slow phones show the result of a press sooner. */
export function runAfterPaint(run: () => void) {
  requestAnimationFrame(() => setTimeout(run));
}
