/** Runs what can wait until the browser has shown what a press did: a slow phone answers sooner. */
export function afterPaint(run: () => void) {
  requestAnimationFrame(() => setTimeout(run));
}
