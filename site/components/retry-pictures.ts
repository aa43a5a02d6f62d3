/**
 * Requests pictures again that failed to load: when the browser is back online, and a few times in between, because
 * browsers don't notice every dead spot. Without this, a picture stays missing until a reload.
 */

/** In milliseconds. Twice as long after each failure. */
const firstPause = 2_000;
const maxRetries = 6;

const retries = new WeakMap<HTMLImageElement, number>();

/** Browsers start over, with the same source, when `src` is set. */
function load(image: HTMLImageElement): void {
  image.setAttribute('src', image.src);
}

addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLImageElement)) {
      return;
    }
    const retried = retries.get(target) ?? 0;
    if (retried < maxRetries) {
      retries.set(target, retried + 1);
      setTimeout(load, firstPause * 2 ** retried, target);
    }
  },
  // The event doesn't bubble.
  true,
);

addEventListener('online', () => {
  for (const image of document.images) {
    if (image.complete && image.naturalWidth === 0) {
      retries.delete(image);
      load(image);
    }
  }
});
