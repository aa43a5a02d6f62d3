/*
 * Follows the skip link without changing the address's fragment, which is the request's token. Dispatch has its own
 * code for this: see "Shared modules" in docs/architecture.md.
 */

document.querySelector('.skip-link')?.addEventListener('click', (event) => {
  const board = document.getElementById('board');
  if (board) {
    event.preventDefault();
    board.tabIndex = -1;
    board.focus();
  }
});

export {};
