/** What the native popover lacks: closing after a link is followed. */
const menu = document.getElementById('menu');

menu?.addEventListener('click', ({ target }) => {
  if (target instanceof HTMLAnchorElement && menu.matches(':popover-open')) {
    menu.hidePopover();
  }
});
