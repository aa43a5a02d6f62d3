// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';

let report: (entries: { isIntersecting: boolean; target: Element }[]) => void;
const observed: Element[] = [];

test("a section's lane marks move once the section is in view", async () => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: typeof report) {
        report = callback;
      }
      observe(section: Element) {
        observed.push(section);
      }
    },
  );
  document.body.innerHTML =
    '<main><section id="a"><section></section></section><section id="b"></section></main>';
  await import('./lane-marks.ts');
  expect(observed.map(({ id }) => id)).toEqual(['a', 'b']);
  report(observed.map((target) => ({ target, isIntersecting: target.id === 'b' })));
  expect(observed.map((section) => section.hasAttribute('data-seen'))).toEqual([false, true]);
  report(observed.map((target) => ({ target, isIntersecting: target.id === 'a' })));
  expect(observed.map((section) => section.hasAttribute('data-seen'))).toEqual([true, true]);
});
