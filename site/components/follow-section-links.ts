import { runAfterPaint } from '../contact-form/run-after-paint.ts';

/*
 * Scrolls smoothly to a section when a visitor follows a link to it on the same page, unless reduced motion is on.
 * Back, a reload, and focusing a field still jump immediately. Moves the focus to the section's heading, because screen
 * readers might otherwise say only the page's name.
 */

const { dataset } = document.documentElement;

let lastPosition = -1;

/** Turns smooth scrolling off once the position has stayed the same for a moment, however long scrolling takes. */
function stopWhenStill() {
  if (scrollY === lastPosition) {
    delete dataset.scrolling;
  } else {
    lastPosition = scrollY;
    setTimeout(stopWhenStill, 250);
  }
}

/**
 * Focuses a section's heading, which is focusable only while it has the focus. Don't focus `<main>` instead: a
 * focusable `<main>` would get the focus whenever a screen reader moves past its text. The next Tab would then start
 * from the top of the page.
 */
function focusHeading(section: Element | null) {
  // Some links point to the form's title, an h3. Others point to an element that contains a heading.
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
  // An address with a different query is a different page, as in the browser.
  if (link?.hash && link.href.split('#')[0] === location.href.split('#')[0]) {
    dataset.scrolling = '';
    lastPosition = -1;
    stopWhenStill();
    // Focus the heading later, because following the link removes the focus. Check the address, because a modifier key
    // opens the link elsewhere.
    runAfterPaint(() => link.hash === location.hash && focusHeading(document.querySelector(link.hash)));
  }
});

// Firefox jumps to the section in the address before the styles below the first screen arrive. These styles then move
// the section, so this script, which runs after them, jumps again. Firefox corrects the position itself once the fonts
// have loaded.
const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
// After Back or a reload, don't jump, because the browser restores the visitor's position.
if (location.hash && visit?.type === 'navigate' && CSS.supports('-moz-appearance', 'none')) {
  location.replace(location.hash);
}
