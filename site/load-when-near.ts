/** How far outside the viewport an element may be when its script is loaded. */
const distance = '600px';
/** Events that retry a failed load, because they show that the connection or the visitor is back. */
const retryEvents = ['online', 'scroll', 'focusin'];
/** The pause before a retry, so that scrolling while offline doesn't cause dozens of tries. */
const retryPause = 1_000;

/**
 * Loads a script when the element is near the viewport, or when the returned function is called. `load` fetches the
 * script and resolves to a function that starts it. If `isWatched` is false, the element's position doesn't matter.
 */
export function loadWhenNear(
  element: Element,
  load: () => Promise<() => void>,
  { isWatched = true }: { isWatched?: boolean } = {},
): () => void {
  const attempt = createLoader(() => {
    observer?.disconnect();
    return load();
  });
  // A browser without IntersectionObserver loads immediately, unless `isWatched` is false.
  const Observer = window.IntersectionObserver as typeof IntersectionObserver | undefined;
  const observer =
    Observer &&
    new Observer(
      // A busy phone may report "far" and "near" together, so one "near" is enough.
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && attempt(),
      { rootMargin: distance },
    );
  if (isWatched && observer) {
    observer.observe(element);
  } else if (isWatched) {
    attempt();
  }
  return attempt;
}

/**
 * Returns a function that calls `load` once, then runs the function that `load` resolves to. If `load` fails, the first
 * retry event after a pause calls it again.
 */
export function createLoader(load: () => Promise<() => void>): () => void {
  let isBusy = false;
  return attempt;

  async function attempt() {
    if (isBusy) {
      return;
    }
    isBusy = true;
    // The browser's console usually shows why a file did not load.
    const run = await load().catch(() => undefined);
    if (run) {
      run();
    } else {
      setTimeout(retryAtNextEvent, retryPause);
    }
  }

  function retryAtNextEvent() {
    isBusy = false;
    const controller = new AbortController();
    for (const event of retryEvents) {
      addEventListener(
        event,
        () => {
          controller.abort();
          attempt();
        },
        { signal: controller.signal, passive: true },
      );
    }
  }
}
