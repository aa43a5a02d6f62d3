/** What the platform's popover leaves out: `aria-expanded` on the button, and closing after a link was followed. */
const menu = document.getElementById('menu');
const toggle = document.querySelector('[popovertarget=menu]');

menu?.addEventListener('toggle', (event) => {
  toggle?.setAttribute('aria-expanded', String(event.newState === 'open'));
});

menu?.addEventListener('click', (event) => {
  if (event.target instanceof HTMLAnchorElement && menu.matches(':popover-open')) {
    menu.hidePopover();
  }
});
