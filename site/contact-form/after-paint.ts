/** Defers work until the browser has painted the result of a press, so that slow phones respond sooner. */
export function runAfterPaint(run: () => void) {
  requestAnimationFrame(() => setTimeout(run));
}
