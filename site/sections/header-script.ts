// Marks the header while no other orange call link is in view. Then the header's own call link turns orange and shows the
// number.

const header = document.querySelector('header');
const inView = new Set<Element>();

/** The fraction of a link that must be visible below the header to count as in view. */
const minVisible = 0.6;
/** The height that the sticky header covers, and a margin. Links scroll to a position below them. */
const { scrollPaddingTop } = getComputedStyle(document.documentElement);

const observer =
  window.IntersectionObserver &&
  new IntersectionObserver(
    (entries) => {
      for (const { target, intersectionRatio } of entries) {
        if (intersectionRatio >= minVisible) {
          inView.add(target);
        } else {
          inView.delete(target);
        }
      }
      header?.toggleAttribute('data-primary', !inView.size);
    },
    { threshold: minVisible, rootMargin: `-${scrollPaddingTop} 0px 0px` },
  );

function observeLinks() {
  for (const link of document.querySelectorAll('[data-call]')) {
    observer?.observe(link);
  }
}

observeLinks();
// React adds and removes call links, so observe the new ones.
const form = document.getElementById('contact-form');
if (form) {
  new MutationObserver(observeLinks).observe(form, { childList: true, subtree: true });
}

/** The menu. A native popover stays open after a link is followed, or once a wide screen shows the links inline. */
const menu = document.getElementById('menu');

menu?.setAttribute('data-closes', '');
menu?.addEventListener('click', ({ target }) => {
  if (target instanceof HTMLAnchorElement) {
    close();
  }
});
// Close the menu at this width, which Header.module.css also uses. Turning a tablet can cross the width.
window.matchMedia?.('(min-width: 60rem)').addEventListener('change', close);

function close() {
  if (menu?.matches(':popover-open')) {
    menu.hidePopover();
  }
}
