/**
 * Scrolls smoothly to a section after a press on its link, and only then: Back, a reload and the way
 * to a field restore the place at once.
 */
const { dataset } = document.documentElement;

let last = -1;

/** Twice in the same place is the end of a scroll, however long a busy phone takes for it. */
function stopWhenStill() {
  if (scrollY === last) {
    delete dataset.scrolling;
  } else {
    last = scrollY;
    setTimeout(stopWhenStill, 250);
  }
}

addEventListener('click', ({ target }) => {
  const link = target instanceof Element ? target.closest('a') : undefined;
  if (link?.hash && link.pathname === location.pathname) {
    dataset.scrolling = '';
    last = -1;
    stopWhenStill();
  }
});
