/** What the native popover lacks: closing after a link is followed, and where the page has room for the links itself. */
const menu = document.getElementById('menu');

menu?.addEventListener('click', ({ target }) => {
  if (target instanceof HTMLAnchorElement) close();
});
// A tablet that is turned. As in Header.module.css.
matchMedia('(min-width: 60rem)').addEventListener('change', close);

function close() {
  if (menu?.matches(':popover-open')) menu.hidePopover();
}
