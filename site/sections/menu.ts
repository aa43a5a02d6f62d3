/**
 * What the platform's popover leaves out: `aria-expanded` in the markup, where assistive technology
 * of today looks for it, and closing once a link was followed.
 */
const menu = document.getElementById('menu');
const toggle = document.querySelector('[popovertarget=menu]');
const tell = (open: boolean) => toggle?.setAttribute('aria-expanded', String(open));

tell(false);
menu?.addEventListener('toggle', ({ newState }) => tell(newState === 'open'));
menu?.addEventListener('click', ({ target }) => {
  if (target instanceof HTMLAnchorElement && menu.matches(':popover-open')) {
    menu.hidePopover();
  }
});
