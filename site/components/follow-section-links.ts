import { afterPaint } from '../contact-form/after-paint.ts';

/**
 * A link to a section scrolls there smoothly, but only after it is pressed: Back, a reload and focusing a field
 * jump immediately. Focus moves to the section's heading: otherwise a screen reader says only the page's name.
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

/**
 * Headings are focusable only while they have the focus. A focusable `<main>` would get it whenever a screen
 * reader moves on from its text, and the next Tab would start from the top of the page.
 */
function focusHeading(section: Element | null) {
  // The form's title is a target of its own.
  const heading = section?.matches('h3')
    ? (section as HTMLElement)
    : section?.querySelector<HTMLElement>('h1, h2');
  if (!heading) {
    return;
  }
  heading.tabIndex = -1;
  heading.addEventListener('blur', () => heading.removeAttribute('tabindex'), { once: true });
  heading.focus({ preventScroll: true });
}

addEventListener('click', ({ target }) => {
  const link = target instanceof Element ? target.closest('a') : undefined;
  // As the browser sees it: another query is another page.
  if (link?.hash && link.href.split('#')[0] === location.href.split('#')[0]) {
    dataset.scrolling = '';
    last = -1;
    stopWhenStill();
    // Following the link itself takes the focus away. With a modifier key it opens elsewhere.
    afterPaint(() => link.hash === location.hash && focusHeading(document.querySelector(link.hash)));
  }
});

// Firefox jumps to the section in the address before the styles below the first screen arrive. When they move the
// section, Firefox loses it. This script runs after those styles, so it jumps again. Firefox itself then corrects the
// position once the fonts have loaded. After Back and a reload, the browser scrolls where the visitor was.
const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
if (location.hash && visit?.type === 'navigate' && CSS.supports('-moz-appearance', 'none')) {
  location.replace(location.hash);
}
