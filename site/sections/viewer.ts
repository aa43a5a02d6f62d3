/**
 * Shows the pictures of the gallery large, in the dialog: Escape closes it (the dialog's own), arrow
 * keys, buttons and swipes lead on, and the focus returns to the picture that was seen last.
 */

/** How far a finger must go sideways, in CSS pixels, to mean the next picture. */
const swipeDistance = 40;

const viewer = document.querySelector<HTMLDialogElement>('#viewer');
const links = Array.from(document.querySelectorAll<HTMLAnchorElement>('#gallery figure a'));
let shown = 0;
let touchedAt = 0;

function show(index: number) {
  shown = (index + links.length) % links.length;
  const figure = links[shown]?.closest('figure');
  const picture = figure?.querySelector('picture')?.cloneNode(true);
  const caption = figure?.querySelector('figcaption')?.cloneNode(true);
  if (picture instanceof HTMLElement && caption) {
    // On a phone, too, the whole frame: it is what the page does not show there.
    for (const crop of picture.querySelectorAll('source[media]')) crop.remove();
    for (const image of picture.querySelectorAll('source, img')) {
      image.setAttribute('sizes', '100vw');
      image.removeAttribute('loading');
    }
    viewer?.querySelector('div')?.replaceChildren(picture);
    viewer?.querySelector('figcaption')?.replaceChildren(...caption.childNodes);
  }
}

for (const [index, link] of links.entries()) {
  link.addEventListener('click', (event) => {
    // With a key held the link opens a tab or saves the picture, as links do.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    show(index);
    viewer?.showModal();
  });
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
  touchedAt = touches[0]?.clientX ?? 0;
});

viewer?.addEventListener('touchend', ({ changedTouches }) => {
  const moved = (changedTouches[0]?.clientX ?? touchedAt) - touchedAt;
  if (Math.abs(moved) > swipeDistance) show(shown - Math.sign(moved));
});

viewer?.addEventListener('close', () => links[shown]?.focus());
