/**
 * For a browser that is too old for Dispatch: the link of an alarm leads on to the page that needs no scripts. The token
 * travels in a form, so it is in no URL that a server could log.
 */
const startsWithin = 2_000;
const [, token] = /^#take=([\w-]+)$/.exec(location.hash) ?? [];

if (token) {
  addEventListener('load', () => setTimeout(show, startsWithin, token));
}

/** Dispatch has removed the form if it has started. */
function show(takeToken: string): void {
  const form = document.querySelector<HTMLFormElement>('#plain-link');
  if (form) {
    (form.elements.namedItem('token') as HTMLInputElement).value = takeToken;
    form.hidden = false;
  }
}
