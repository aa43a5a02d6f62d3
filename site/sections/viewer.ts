/**
 * Shows the pictures of the gallery large, in the dialog: Escape closes it (the dialog's own), arrow
 * keys, buttons and swipes lead on, and the focus returns to the picture that was seen last. A phone
 * held upright shows it twice as wide as its screen: it opens at the middle, and fingers move it.
 */

/** How far a finger must go sideways, in CSS pixels, to mean the next picture. */
const swipeDistance = 40;

const viewer = document.querySelector<HTMLDialogElement>('#viewer');
const links = Array.from(document.querySelectorAll<HTMLAnchorElement>('#gallery figure a'));
const frame = viewer?.querySelector('div');
const position = viewer?.querySelector<HTMLElement>('[data-position]');
let shown = 0;
/** Where one finger began, and where the picture was then; none while two fingers enlarge. */
let touch: { at: number; scrolled: number } | undefined;

function show(index: number) {
  shown = (index + links.length) % links.length;
  const figure = links[shown]?.closest('figure');
  const picture = figure?.querySelector('picture')?.cloneNode(true);
  const caption = figure?.querySelector('figcaption')?.cloneNode(true);
  if (picture instanceof HTMLElement && caption) {
    // On a phone, too, the whole frame: it is what the page does not show there.
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
    // With a key held the link opens a tab or saves the picture, as links do.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    show(index);
    viewer?.showModal();
    center();
  });
}

/** Shows the middle of a picture that is wider than the screen. */
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
  // What moved the picture, here or enlarged by two fingers, was meant for it.
  const still = touch?.scrolled === frame?.scrollLeft && (visualViewport?.scale ?? 1) < 1.05;
  if (touch && still && Math.abs(moved) > swipeDistance) show(shown - Math.sign(moved));
  touch = undefined;
});

viewer?.addEventListener('close', () => links[shown]?.focus());
