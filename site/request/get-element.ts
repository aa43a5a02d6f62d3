/** Returns the element with this id, which the page always has. */
export function getElement(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) {
    throw new Error(`The page has no element "${id}".`);
  }
  return found;
}
