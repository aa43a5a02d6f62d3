/**
 * Functions that run in the page. They can't use features newer than Chrome 80, and can't call each other.
 */

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Sight {
  /** Whether the element has a size and isn't hidden. */
  isShown: boolean;
  /** Whether all of the element is on the screen. */
  isInView: boolean;
  /** Whether nothing covers the element's middle. */
  isFree: boolean;
  box: Box;
}

/** Describes a visitor's view of the first matching element that isn't `display: none`. */
export function look(selector: string): Sight {
  const found = Array.from(document.querySelectorAll(selector));
  const element = found.find((candidate) => candidate.getClientRects().length > 0);
  if (!element) {
    const nowhere = { left: 0, top: 0, right: 0, bottom: 0 };
    return { isShown: false, isInView: false, isFree: false, box: nowhere };
  }
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return {
    isShown: right - left > 1 && bottom - top > 1 && getComputedStyle(element).visibility === 'visible',
    isInView: top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth + 1,
    isFree: over !== null && (element.contains(over) || over.contains(element)),
    box: { left, top, right, bottom },
  };
}

export const sizes = () => ({
  width: innerWidth,
  height: innerHeight,
  pageWidth: document.documentElement.scrollWidth,
});

/** Returns the part of the screen's height, from 0 to 1, that the header covers once the page is scrolled. */
export function measureHeaderCover(): number {
  document.documentElement.style.scrollBehavior = 'auto';
  scrollTo(0, 1500);
  const header = document.querySelector('header');
  const { top, bottom } = header ? header.getBoundingClientRect() : { top: 0, bottom: 0 };
  scrollTo(0, 0);
  return Math.max(0, bottom - Math.max(top, 0)) / innerHeight;
}

/** Whether the script checks the form instead of the browser. */
export function isFormReady(): boolean {
  const form = document.querySelector<HTMLFormElement>('form[method=post]');
  return form?.noValidate === true;
}

/** Reads the focused field and its error message after a form was refused. */
export function readRefusal() {
  const form = document.querySelector<HTMLFormElement>('form[method=post]');
  const focused = document.activeElement;
  const id = focused ? focused.id : '';
  const sentence = document.getElementById(`${id}-error`);
  return {
    field: id,
    sentence: sentence ? sentence.innerText.trim() : '',
    /** Whether the browser shows the error in a bubble, which no script can read. */
    isByBrowser: form !== null && !form.noValidate && Boolean(focused?.matches(':invalid')),
  };
}

/** Whether a text is on the screen and not covered. */
export function isReadable(text: string): boolean {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!parent || !(node.textContent || '').includes(text)) {
      continue;
    }
    const range = document.createRange();
    range.selectNodeContents(node);
    const { left, top, right, bottom } = range.getBoundingClientRect();
    const isOnScreen = right - left > 1 && bottom > 0 && top < innerHeight;
    if (!isOnScreen || getComputedStyle(parent).visibility !== 'visible') {
      continue;
    }
    const middle = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
    const over = document.elementFromPoint((left + right) / 2, middle);
    if (over && (parent.contains(over) || over.contains(parent))) {
      return true;
    }
  }
  return false;
}
