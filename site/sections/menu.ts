/**
 * What the native popover lacks: an `aria-expanded` attribute, which today's assistive technology looks for,
 * and closing after a link is followed.
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
