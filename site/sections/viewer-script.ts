/**
 * Shows the gallery's pictures as large as the screen, and the maps larger. Arrow keys, buttons, and swipes move
 * through a section's pictures. On a map, arrow keys and fingers pan instead.
 */

import { interpolate } from '../../content/interpolate.ts';

/** Minimum horizontal swipe for another picture, in CSS pixels. */
const swipeDistance = 40;
/** How far an arrow key pans a map, in CSS pixels. */
const panDistance = 80;

const viewer = document.querySelector<HTMLDialogElement>('#viewer');
const caption = viewer?.querySelector('figcaption');
const announcement = viewer?.querySelector('span');
const frame = viewer?.querySelector('figure div');
/** The links of the section with the opened picture. */
let links: HTMLAnchorElement[] = [];
let shown = 0;
/** The horizontal position of a single finger, or undefined during a pinch. */
let touchStartX: number | undefined;

const findLinks = (part: Element | null | undefined) =>
  Array.from(part?.querySelectorAll<HTMLAnchorElement>('figure a') ?? []);

function show(index: number) {
  shown = (index + links.length) % links.length;
  const source = links[shown]?.closest('figure');
  const picture = source?.querySelector('picture, img')?.cloneNode(true);
  if (picture instanceof HTMLElement && caption) {
    const image = picture.querySelector('img') ?? (picture as HTMLImageElement);
    for (const one of [image, ...picture.querySelectorAll('source')]) {
      one.sizes = '100vw';
    }
    image.removeAttribute('loading');
    frame?.replaceChildren(picture);
    // A single text node, so that screen readers announce the caption as one phrase. A map has no <p>, so its alt
    // text is used.
    caption.textContent = interpolate(caption.dataset.text ?? '', {
      number: shown + 1,
      total: links.length,
      caption: source?.querySelector('p')?.textContent?.trim() ?? image.alt,
    });
    center();
  }
}

/** Whether the picture is larger than the screen, as a map is on most screens. */
const isLargerThanScreen = () =>
  !!frame && (frame.scrollWidth > frame.clientWidth || frame.scrollHeight > frame.clientHeight);

/** Scrolls to the middle of the picture, where a map's towns are. */
function center() {
  frame?.scrollTo((frame.scrollWidth - frame.clientWidth) / 2, (frame.scrollHeight - frame.clientHeight) / 2);
}

/** Shows the next or previous picture, and announces it. */
function move(by: number) {
  show(shown + by);
  if (announcement && caption) {
    announcement.textContent = caption.textContent;
  }
}

for (const link of findLinks(document.querySelector('main'))) {
  // Tells screen readers about the dialog. With scripts, the link opens the dialog, not the file.
  link.setAttribute('aria-haspopup', 'dialog');
  link.addEventListener('click', (event) => {
    // With a modifier key, let the link open a tab or save the picture.
    if (!viewer || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) {
      return;
    }
    event.preventDefault();
    announcement?.replaceChildren();
    links = findLinks(link.closest('main > section'));
    show(links.indexOf(link));
    viewer.showModal();
    // The caption is the dialog's name, so screen readers read the caption now. Later captions are announced.
    viewer.focus();
    center();
  });
}

/**
 * Closes the viewer and focuses the last picture's link. Don't let Escape close the dialog: the browser would first
 * focus the link that opened the dialog, and screen readers would read both links.
 */
function close() {
  viewer?.close();
  links[shown]?.focus();
}

viewer?.addEventListener('keydown', (event) => {
  const x = Number(event.key === 'ArrowRight') - Number(event.key === 'ArrowLeft');
  const y = Number(event.key === 'ArrowDown') - Number(event.key === 'ArrowUp');
  if (isLargerThanScreen()) {
    frame?.scrollBy(x * panDistance, y * panDistance);
  } else if (x) {
    move(x);
  }
  if (event.key === 'Escape') {
    event.preventDefault();
    close();
  }
});

viewer?.addEventListener('click', ({ target }) => {
  if (!(target instanceof HTMLButtonElement)) {
    return;
  }
  if (target.value === 'close') {
    close();
  } else {
    move(Number(target.value));
  }
});

viewer?.addEventListener('touchstart', ({ touches }) => {
  touchStartX = touches.length === 1 ? touches[0]?.clientX : undefined;
});

viewer?.addEventListener('touchend', ({ changedTouches }) => {
  const moved = (changedTouches[0]?.clientX ?? 0) - (touchStartX ?? Number.NaN);
  // While zoomed in, a finger pans, so a swipe doesn't change the picture.
  const isZoomed = isLargerThanScreen() || (visualViewport?.scale ?? 1) > 1.05;
  if (!isZoomed && Math.abs(moved) > swipeDistance) {
    move(-Math.sign(moved));
  }
});

// An Android phone's back gesture also closes the dialog.
viewer?.addEventListener('close', () => links[shown]?.focus());
