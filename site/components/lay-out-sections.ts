/** Lays out the sections that the first paint left out (Section.module.css), one a frame: no task is long. */
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
