/**
 * The gallery's lightbox: Escape closes it; arrow keys, buttons and swipes navigate; focus returns to the last
 * picture viewed. In portrait, pictures are twice as wide as the screen: they open on their subject and can be
 * panned.
 */

/** Minimum horizontal swipe for the next picture, in CSS pixels. */
const swipeDistance = 40;

const viewer = document.querySelector<HTMLDialogElement>('#viewer');
const links = Array.from(document.querySelectorAll<HTMLAnchorElement>('#gallery figure a'));
const frame = viewer?.querySelector('div');
const caption = viewer?.querySelector('figcaption');
const announcement = viewer?.querySelector('span');
let shown = 0;
/** Where a single touch started, and the scroll position then; undefined during a pinch. */
let touch: { at: number; scrolled: number } | undefined;

function show(index: number) {
  shown = (index + links.length) % links.length;
  const figure = links[shown]?.closest('figure');
  const picture = figure?.querySelector('picture')?.cloneNode(true);
  if (picture instanceof HTMLElement && figure && caption) {
    // Show the full frame on phones too, where the page shows only a crop.
    for (const crop of picture.querySelectorAll('source[media]')) crop.remove();
    for (const image of picture.querySelectorAll('source, img')) {
      image.setAttribute('sizes', '(orientation: portrait) 200vw, 100vw');
      image.removeAttribute('loading');
    }
    frame?.replaceChildren(picture);
    showSubject();
    const words = Array.from(figure.querySelector('p')?.childNodes ?? [], ({ textContent }) =>
      textContent?.trim(),
    );
    // One text, so that it is read at once and in order.
    caption.textContent = (caption.dataset.text ?? '')
      .replace('{number}', String(shown + 1))
      .replace('{total}', String(links.length))
      .replace('{caption}', words.filter(Boolean).join('. '));
  }
}

/** Shows the next or previous picture, and announces it. */
function move(by: number) {
  show(shown + by);
  if (announcement && caption) announcement.textContent = caption.textContent;
}

for (const [index, link] of links.entries()) {
  link.addEventListener('click', (event) => {
    // With a modifier key, let the link open a tab or save the picture.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    announcement?.replaceChildren();
    show(index);
    viewer?.showModal();
    // The caption is the dialog's name, so it is read now. Later ones are announced.
    viewer?.focus();
    showSubject();
  });
}

/** Scrolls a picture that is wider than the screen to its subject. */
function showSubject() {
  const share = Number(links[shown]?.dataset.subject ?? 50) / 100;
  if (frame) frame.scrollLeft = share * frame.scrollWidth - frame.clientWidth / 2;
}

/** The dialog's own closing, as by Escape, would first focus the link it was opened from, and both would be read. */
function close() {
  viewer?.close();
  links[shown]?.focus();
}

viewer?.addEventListener('keydown', (event) => {
  if (event.key === 'ArrowLeft') move(-1);
  if (event.key === 'ArrowRight') move(1);
  if (event.key === 'Escape') {
    event.preventDefault();
    close();
  }
});

viewer?.addEventListener('click', ({ target }) => {
  if (target instanceof HTMLButtonElement) {
    if (target.value === 'close') {
      close();
    } else {
      move(Number(target.value));
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
  if (touch && still && Math.abs(moved) > swipeDistance) move(-Math.sign(moved));
  touch = undefined;
});

// Closed by the phone's own gesture.
viewer?.addEventListener('close', () => links[shown]?.focus());
