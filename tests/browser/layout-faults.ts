import type { Page } from '@playwright/test';

/**
 * Describes a page's layout errors: sideways scrolling, text that is off screen or cut off, overlapping
 * controls or paragraphs.
 */
export function findLayoutErrors(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const faults = scrollWidth > clientWidth ? [`scrolls sideways by ${scrollWidth - clientWidth} px`] : [];
    const texts = Array.from(
      document.querySelectorAll('h1, h2, h3, p, li, dt, dd, a, button, label, input, select, textarea'),
    )
      .filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true }) &&
          !element.matches('.skip-link, [tabindex="-1"]'),
      )
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && box.height > 0);
    for (const { element, box } of texts) {
      const name = `"${(element.textContent || element.id).trim().slice(0, 30)}"`;
      if (box.left < -0.5 || box.right > clientWidth + 0.5) {
        faults.push(`${name} is outside the screen`);
      }
      if (element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).display !== 'inline') {
        faults.push(`${name} does not fit its box`);
      }
    }
    const blocks = texts.filter(({ element }) => element.matches('a, button, input, select, textarea, p'));
    for (const [index, { element, box }] of blocks.entries()) {
      for (const { element: other, box: otherBox } of blocks.slice(index + 1)) {
        // The padding of a link may overlap a paragraph.
        const isSameKind = element.matches('p') === other.matches('p');
        const apart =
          box.right <= otherBox.left + 1 ||
          otherBox.right <= box.left + 1 ||
          box.bottom <= otherBox.top + 1 ||
          otherBox.bottom <= box.top + 1;
        if (
          isSameKind &&
          !apart &&
          !element.contains(other) &&
          !element.closest('header') &&
          !other.closest('header')
        ) {
          faults.push(`"${element.textContent?.trim()}" and "${other.textContent?.trim()}" overlap`);
        }
      }
    }
    return faults;
  });
}
