/**
 * Reloads pictures that failed to load. Otherwise, the pictures would stay missing until the visitor reloads the page.
 * Retries when the browser is online again, and also a few times by timer, because browsers don't notice every dead
 * spot.
 */

/** The pause before the first retry. Each later pause is twice as long as the previous one. */
const firstPause = 2_000;
const maxRetries = 6;

const retries = new WeakMap<HTMLImageElement, number>();

/** Makes the browser load a picture again, by setting the same `src`. */
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
  // Capture the event, because it doesn't bubble.
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
