/**
 * Scrolls smoothly to a section, but only after its link is pressed: Back, a reload and focusing a field jump
 * immediately.
 */
const { dataset } = document.documentElement;

let last = -1;

/** The same position twice means the scroll has ended, however long a busy phone takes. */
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
