/**
 * The gallery's lightbox: Escape closes it (built into the dialog); arrow keys, buttons and swipes navigate;
 * focus returns to the last picture viewed. In portrait, pictures are twice as wide as the screen: they open
 * centered and can be panned.
 */

/** Minimum horizontal swipe for the next picture, in CSS pixels. */
const swipeDistance = 40;

const viewer = document.querySelector<HTMLDialogElement>('#viewer');
const links = Array.from(document.querySelectorAll<HTMLAnchorElement>('#gallery figure a'));
const frame = viewer?.querySelector('div');
const position = viewer?.querySelector<HTMLElement>('[data-position]');
let shown = 0;
/** Where a single touch started, and the scroll position then; undefined during a pinch. */
let touch: { at: number; scrolled: number } | undefined;

function show(index: number) {
  shown = (index + links.length) % links.length;
  const figure = links[shown]?.closest('figure');
  const picture = figure?.querySelector('picture')?.cloneNode(true);
  const caption = figure?.querySelector('figcaption')?.cloneNode(true);
  if (picture instanceof HTMLElement && caption) {
    // Show the full frame on phones too, where the page shows only a crop.
    for (const crop of picture.querySelectorAll('source[media]')) crop.remove();
    for (const image of picture.querySelectorAll('source, img')) {
      image.setAttribute('sizes', '(orientation: portrait) 200vw, 100vw');
      image.removeAttribute('loading');
    }
    frame?.replaceChildren(picture);
    viewer?.querySelector('figcaption')?.replaceChildren(...caption.childNodes);
    center();
    if (position) {
      position.textContent = (position.dataset.position ?? '')
        .replace('{number}', String(shown + 1))
        .replace('{total}', String(links.length));
    }
  }
}

for (const [index, link] of links.entries()) {
  link.addEventListener('click', (event) => {
    // With a modifier key, let the link open a tab or save the picture.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    show(index);
    viewer?.showModal();
    center();
  });
}

/** Centers a picture that is wider than the screen. */
function center() {
  if (frame) frame.scrollLeft = (frame.scrollWidth - frame.clientWidth) / 2;
}

viewer?.addEventListener('keydown', ({ key }) => {
  if (key === 'ArrowLeft') show(shown - 1);
  if (key === 'ArrowRight') show(shown + 1);
});

viewer?.addEventListener('click', ({ target }) => {
  if (target instanceof HTMLButtonElement) {
    if (target.value === 'close') {
      viewer.close();
    } else {
      show(shown + Number(target.value));
    }
  }
});

viewer?.addEventListener('touchstart', ({ touches }) => {
  const [finger] = touches;
  touch =
    finger && touches.length === 1 ? { at: finger.clientX, scrolled: frame?.scrollLeft ?? 0 } : undefined;
});

viewer?.addEventListener('touchend', ({ changedTouches }) => {
  const moved = (changedTouches[0]?.clientX ?? 0) - (touch?.at ?? 0);
  // A touch that panned the picture, or one while zoomed in, is not a swipe.
  const still = touch?.scrolled === frame?.scrollLeft && (visualViewport?.scale ?? 1) < 1.05;
  if (touch && still && Math.abs(moved) > swipeDistance) show(shown - Math.sign(moved));
  touch = undefined;
});

viewer?.addEventListener('close', () => links[shown]?.focus());
