/**
 * Lays out the sections skipped in the first paint (Section.module.css), one per frame to avoid long tasks.
 */
const waiting = Array.from(document.querySelectorAll('[data-deferred]'));

function layOutNext() {
  const section = waiting.shift();
  if (!section) return;
  section.removeAttribute('data-deferred');
  afterNextPaint(layOutNext);
}

function afterNextPaint(run: () => void) {
  requestAnimationFrame(() => setTimeout(run));
}

afterNextPaint(layOutNext);
