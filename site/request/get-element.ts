/** Returns an element that the page always has. */
export function getElement(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) {
    throw new Error(`The page has no element "${id}".`);
  }
  return element;
}
