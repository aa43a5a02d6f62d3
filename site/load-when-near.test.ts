// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadWhenNear } from './load-when-near.ts';

let near: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        // A busy phone may report "far" and "near" at once.
        near = () => tell([{ isIntersecting: false }, { isIntersecting: true }]);
      }
      observe() {}
      disconnect() {}
    },
  );
});

afterEach(() => {
  vi.useRealTimers();
});

test.each(['online', 'scroll', 'focusin'])('a failed load is tried again at "%s"', async (sign) => {
  const run = vi.fn();
  const load = vi.fn(() => Promise.resolve(run)).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  loadWhenNear(document.body, load);
  near();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(load).toHaveBeenCalledTimes(1);
  dispatchEvent(new Event(sign));
  await vi.advanceTimersByTimeAsync(0);
  expect(run).toHaveBeenCalledTimes(1);
  for (const later of ['online', 'scroll', 'focusin']) {
    dispatchEvent(new Event(later));
  }
  near();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(load).toHaveBeenCalledTimes(2);
  expect(run).toHaveBeenCalledTimes(1);
});

test('scrolling retries a failing load at most once a second', async () => {
  const load = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
  loadWhenNear(document.body, load);
  near();
  for (let second = 1; second <= 5; second += 1) {
    await vi.advanceTimersByTimeAsync(1_000);
    for (let event = 0; event < 20; event += 1) {
      dispatchEvent(new Event('scroll'));
    }
    await vi.advanceTimersByTimeAsync(0);
    expect(load).toHaveBeenCalledTimes(second + 1);
  }
});

test('with data saver, the script loads only when called', async () => {
  const load = vi.fn(() => Promise.resolve(() => {}));
  const call = loadWhenNear(document.body, load, { isWatched: false });
  expect(load).not.toHaveBeenCalled();
  call();
  call();
  expect(load).toHaveBeenCalledTimes(1);
});
